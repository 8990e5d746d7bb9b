import type { Registry } from 'prom-client'
import type { Deps, Module } from '../../module.ts'
import { chooseAnchorFile } from './anchor-file.ts'
import { sendAnchors, startAnchoring, type Send } from './anchor.ts'
import { sealAudit } from './chain.ts'
import { mountAudit } from './routes.ts'
import { SecurityLog } from './security-log.ts'
import { mountVerification } from './verify-routes.ts'

interface AuditDeps extends Deps {
  registry: Registry
  send: Send
}

export function open({ config, makeCtx, keys, registry, send }: AuditDeps) {
  const file = chooseAnchorFile(config)
  const security = new SecurityLog(makeCtx, registry)
  return {
    security,
    routes: ({ api }) => {
      mountAudit(api)
      mountVerification(api, keys, file)
    },
    jobs: [sealAudit(keys), sendAnchors(config.audit_anchor_url, send)],
    loops: () => [security],
    machineLoops: async () => [await startAnchoring(makeCtx, file)],
  } satisfies Module & { security: SecurityLog }
}
