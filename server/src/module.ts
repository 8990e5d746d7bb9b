import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Ctx } from './db/ctx.ts'
import type { Subscriber } from './events/dispatch.ts'
import type { Api } from './http/api.ts'
import type { MoreDescriptions } from './http/components.ts'
import type { BackgroundLoop } from './jobs/background-loop.ts'
import type { JobHandler } from './jobs/job-runner.ts'
import type { Keys } from './kernel/crypto.ts'
import type { Peers } from './kernel/peers.ts'

/** What a module provides. The service mounts, runs and closes all of it. */
export interface Module {
  /** What the API description has besides the routes of the API. */
  descriptions?: MoreDescriptions
  routes?: (server: Server) => void
  jobs?: JobHandler[]
  subscribers?: Subscriber[]
  /** What runs beside the requests of every process. */
  loops?: () => BackgroundLoop[]
  /** Starts the loops that one process of a machine runs for all. */
  machineLoops?: () => BackgroundLoop[] | Promise<BackgroundLoop[]>
  /** Ends answers that would not end by themselves, before the server closes. */
  preClose?: () => unknown
  /** Called once the server and all loops have stopped. */
  close?: () => unknown
}

/** Where routes are mounted. */
export interface Server {
  api: Api
  /** For routes outside the described API. */
  http: FastifyInstance
}

/** What modules may need when they are opened. */
export interface Deps {
  config: Config
  makeCtx: () => Ctx
  keys: Keys
  peers: Peers
}
