import diagnostics from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { readConfig } from '../src/config.ts'
import {
  openEgress,
  type Egress,
  type SendResult,
  type Resolve,
  type OutgoingRequest,
} from '../src/modules/webhooks/egress/open.ts'
import { closeAtEnd } from './cleanup.ts'

export interface TestEgress extends Egress {
  post: (url: string, more?: Partial<OutgoingRequest>) => Promise<SendResult>
}

export function startEgress(env: Record<string, string> = {}, resolve?: Resolve): TestEgress {
  const egress = openEgress(readConfig(env), resolve)
  closeAtEnd(() => egress.close())
  return {
    ...egress,
    post: (url, more) =>
      egress.send({
        owner: 'wh_out_test',
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        body: '{"event":"incident.created"}',
        timeout_ms: 120_000,
        signal: new AbortController().signal,
        ...more,
      }),
  }
}

/** Counts the TCP connections that this process opens while `work` runs. */
export const connectionsDuring = async (work: () => Promise<void>): Promise<number> =>
  (await socketsDuring(work)).length

/** The sockets of these connections. */
export async function socketsDuring(work: () => Promise<void>): Promise<Socket[]> {
  const begun: Socket[] = []
  const note = (message: unknown) => begun.push((message as { socket: Socket }).socket)
  diagnostics.subscribe('net.client.socket', note)
  try {
    await work()
  } finally {
    diagnostics.unsubscribe('net.client.socket', note)
  }
  return begun
}
