import type { Verify } from '../../http/gate.ts'
import type { Module } from '../../module.ts'
import { mountEvents } from './routes.ts'
import { makeStreams } from './stream.ts'

export function open(verify: Verify): Module {
  const streams = makeStreams()
  return {
    routes: ({ api, openList }) => mountEvents(api, openList, streams, verify),
    workers: () => [streams],
    preClose: () => streams.stop(0),
  }
}
