import { sql } from 'kysely'
import { cleaner } from '../../../jobs/cleaner.ts'
import { hour } from '../../../kernel/durations.ts'

export const removeLooseAttachments = cleaner('remove-loose-attachments', hour, () => [
  { table: 'attachments', where: sql`note_id is null and created_at < now() - interval '1 day'`, batch: 20 },
])
