import type { Peers } from '../../kernel/peers.ts'
import { machineCounts } from '../../http/machine-counts.ts'
import type { Module } from '../../module.ts'
import { mountEvents } from './routes.ts'
import { makeStreams } from './stream.ts'

export function open(peers: Peers): Module {
  const streams = makeStreams(machineCounts('streams', peers.supervisor))
  return {
    routes: ({ api }) => mountEvents(api, streams),
    loops: () => [streams],
    preClose: () => streams.stop(0),
  }
}
