import { sql } from 'kysely'
import type { JobHandler } from '../../../jobs/worker.ts'
import { hour } from '../../../kernel/durations.ts'

export const removeLooseAttachments: JobHandler = {
  type: 'remove-loose-attachments',
  concurrency: 1,
  every: hour,
  inside: async (ctx) => {
    await sql`delete from attachments where note_id is null and created_at < now() - interval '1 day'`.execute(
      ctx.db,
    )
  },
}
