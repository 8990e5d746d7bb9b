import type { Api } from '../../http/api.ts'
import { auditors } from '../../kernel/actor.ts'
import { Diagnostics } from './model.ts'
import { diagnose } from './service.ts'

export function mountDiagnostics(api: Api): void {
  api.get(
    '/diagnostics',
    {
      tag: 'Service',
      summary: 'State of the database, the queue, the disk and the backups',
      description:
        '`findings` say what to do, as `mainstay doctor` does. Metrics over time are at `/metrics`.',
      roles: auditors,
      response: { 200: Diagnostics },
    },
    (ctx) => diagnose(ctx),
  )
}
