import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from './eventually.ts'
import type { Service } from './service.ts'

/** The parent of a process, and when it started; undefined when it has ended. */
function originOf(pid: number): { parent: number; started: number } | undefined {
  try {
    // The name in parentheses is followed by the state, the parent, and 17 fields later the start.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    const isService = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.js')
    return isService ? { parent: Number(fields[1]), started: Number(fields[19]) } : undefined
  } catch {
    return undefined
  }
}

/** Not for a zombie, which has no command line: who adopts an orphan may not wait for it. */
export const isRunning = (pid: number): boolean => originOf(pid) !== undefined

/** The processes that serve under a supervisor, oldest first; their numbers may have started again in between. */
export const workersOf = ({ pid }: Service): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), ...originOf(Number(name)) }))
    .filter(({ parent }) => parent === pid)
    .toSorted((a, b) => a.started! - b.started! || a.pid - b.pid)
    .map((each) => each.pid)

export async function readMetrics({ url }: Service): Promise<string> {
  const response = await fetch(`${url}/metrics`)
  const body = await response.text()
  if (!response.ok) throw new Error(body)
  return body
}

/** Waits until all workers serve, which the metrics show. */
export const serving = (service: Service, workers: number): Promise<boolean> =>
  eventually(async () => new RegExp(`^mainstay_workers ${workers}$`, 'm').test(await readMetrics(service)))

/** What the alert for restarts counts. */
export async function restartsOf(service: Service) {
  const metrics = await readMetrics(service)
  const read = (name: string) => Number(new RegExp(`^${name} ([0-9.]+)$`, 'm').exec(metrics)?.[1])
  return { started: read('mainstay_start_time_seconds'), crashes: read('mainstay_worker_crashes_total') }
}

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: string
}

interface SendOptions {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Without an agent, each request has its own connection. */
  agent?: Agent
}

export const send = (
  { url }: Service,
  path: string,
  { body, agent, ...options }: SendOptions = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { agent: agent ?? false, ...options }, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode!, headers: response.headers, body }),
        reject,
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })

/** Long enough that clients leave the processor to what they test. */
const pause = 10

/** A client with one persistent connection that sends a request after the other and records failures. */
export function keepAsking(service: Service, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${token}` }
  const failures: unknown[] = []
  let answered = 0
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      await send(service, '/prod/api/v1/profile', { headers, agent }).then(
        ({ status }) => (status === 200 ? answered++ : failures.push(status)),
        (error: unknown) => failures.push(error),
      )
      await sleep(pause)
    }
  })()
  return {
    failures,
    answered: () => answered,
    stop: async () => {
      isOver = true
      await asking
      agent.destroy()
    },
  }
}
