import type { Config } from '../../config.ts'
import type { Keys } from '../../kernel/crypto.ts'
import type { Module } from '../../module.ts'
import { mountMcp } from './routes.ts'
import type { Exchange } from './server.ts'

interface McpDeps {
  config: Config
  keys: Keys
  makeCtx: (actor: Exchange['ctx']['actor'], request_id: string) => Exchange['ctx']
}

export const open = ({ config: { base_url, service_domain }, keys, makeCtx }: McpDeps): Module => ({
  routes: ({ http }) => mountMcp(http, { base_url, service_domain, keys, makeCtx }),
})
