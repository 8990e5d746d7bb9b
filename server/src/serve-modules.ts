import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Db } from './db/ctx.ts'
import { startDispatcher } from './events/dispatch.ts'
import { makeApi } from './http/api.ts'
import { serveConsole } from './http/console.ts'
import { mountHealth, mountProbes } from './http/health.ts'
import { machineCounts } from './http/machine-counts.ts'
import { describeApi, serveApiDescription } from './http/openapi.ts'
import { drainServer, makeServer, type ServerParts } from './http/server.ts'
import { startDuePoll } from './jobs/due-poll.ts'
import type { BackgroundLoop } from './jobs/background-loop.ts'
import type { Loops } from './jobs/loops.ts'
import { startJobRunner } from './jobs/job-runner.ts'
import type { Keys } from './kernel/crypto.ts'
import { second } from './kernel/durations.ts'
import type { Peers } from './kernel/peers.ts'
import type { MakeCtx } from './make-ctx.ts'
import type { Module } from './module.ts'
import { StoredRecord } from './modules/records/model.ts'
import { version } from './version.ts'

const loopTimeout = 5 * second
const consoleFolder = fileURLToPath(new URL('../dist/console', import.meta.url))

export interface RunningModules {
  http: FastifyInstance
  /** Jobs, dispatch and the other loops that one process of a machine runs for all. */
  startBackground: () => Promise<void>
  stopBackground: () => Promise<void>
  /** Accepts no new connections, and answers on open ones until their clients have moved to other workers. */
  drain: () => Promise<void>
  /**
   * Stops accepting, finishes what is in flight, gives leases back. Requests that are not over after the timeout, in
   * milliseconds, are cut off.
   */
  close: (timeout?: number) => Promise<void>
}

interface Parts extends ServerParts {
  db: Db
  keys: Keys
  makeCtx: MakeCtx
  peers: Peers
  loops: Loops
  node: string
}

/** Mounts and runs what the modules have opened; closing it ends all of it. */
export async function serveModules(modules: Module[], parts: Parts): Promise<RunningModules> {
  const { loops } = parts
  let isAccepting = true
  const http = await mount(modules, parts, () => isAccepting)
  for (const module of modules) loops.add(module.loops?.() ?? [])

  const machineLoops: BackgroundLoop[] = []
  const stopBackground = () => loops.stop(loopTimeout, machineLoops.splice(0))
  const start = (started: BackgroundLoop[]) => {
    machineLoops.push(...started)
    loops.add(started)
  }
  return {
    http,
    startBackground: async () => {
      try {
        start(await startQueues(modules, parts))
        for (const module of modules) start((await module.machineLoops?.()) ?? [])
      } catch (error) {
        await stopBackground()
        throw error
      }
    },
    stopBackground,
    drain: () => drainServer(http),
    close: async (timeout) => {
      isAccepting = false
      const cutOff = timeout && setTimeout(() => http.server.closeAllConnections(), timeout)
      await Promise.all([http.close(), stopBackground()])
      clearTimeout(cutOff)
      await loops.stop(loopTimeout)
      for (const { close } of modules.toReversed()) await close?.()
    },
  }
}

async function startQueues(modules: Module[], { makeCtx, node, loops }: Parts) {
  const jobs = modules.flatMap(({ jobs = [] }) => jobs)
  const subscribers = modules.flatMap(({ subscribers = [] }) => subscribers)
  return [
    await startJobRunner(makeCtx, node, jobs),
    startDispatcher(makeCtx, subscribers),
    startDuePoll(makeCtx, () => loops.running),
  ]
}

async function mount(modules: Module[], parts: Parts, isAccepting: () => boolean): Promise<FastifyInstance> {
  const { config, db, keys, makeCtx, metrics, gate } = parts
  const connections = machineCounts('connections', parts.peers.supervisor)
  const http = makeServer({ ...parts, connections })
  await describeApi(http, version, [
    { schemas: { StoredRecord } },
    ...modules.flatMap(({ descriptions }) => descriptions ?? []),
  ])
  const api = makeApi(http, makeCtx, keys, gate.verify)
  const server = { http, api }
  mountProbes(http, { db, isAccepting }, metrics, gate.verify, config)
  mountHealth(api, version)
  for (const { routes, preClose } of modules) {
    routes?.(server)
    if (preClose) http.addHook('preClose', async () => preClose())
  }
  serveConsole(http, consoleFolder)
  serveApiDescription(http)
  return http
}
