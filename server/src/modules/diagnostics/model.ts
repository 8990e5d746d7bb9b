import { Type, type Static } from 'typebox'
import { NamedObject, Nullable, Timestamp } from '../../kernel/schema.ts'

const Count = Type.Integer({ minimum: 0 })

export const Finding = NamedObject('Finding', {
  check: Type.String({ description: 'What was examined, such as Disk' }),
  status: Type.Union([Type.Literal('ok'), Type.Literal('warning'), Type.Literal('problem')]),
  detail: Type.String(),
  advice: Type.Optional(Type.String({ description: 'What to do; absent when all is well' })),
})
export type Finding = Static<typeof Finding>

/** What an operator needs to find out what is wrong, and what to do about it. */
export const Diagnostics = NamedObject('Diagnostics', {
  findings: Type.Array(Finding),
  version: Type.String(),
  time: Timestamp,
  database: Type.Object({
    kind: Type.Union([Type.Literal('embedded'), Type.Literal('external')]),
    version: Type.String(),
    size_bytes: Count,
    latency_ms: Type.Number({ description: 'Of one small query' }),
    connections: Count,
    max_connections: Count,
  }),
  migrations: Type.Object({
    applied: Count,
    latest: Type.String(),
    pending: Type.Array(Type.String(), { description: 'Part of this release, and not applied' }),
  }),
  clock: Type.Object({
    offset_ms: Type.Integer({ description: "By how much the database's clock is ahead of this machine's" }),
  }),
  queue: Type.Object({
    waiting: Count,
    oldest_due_seconds: Type.Number({ description: 'How long the longest waiting job has been due' }),
    dead: Type.Integer({ description: 'Jobs that failed too often and are not tried again' }),
    undispatched_events: Count,
  }),
  disk: Nullable(
    Type.Object(
      { free_bytes: Count, total_bytes: Count },
      { description: 'Of DATA_DIR; null with an external database' },
    ),
  ),
  backups: Type.Object({
    is_supported: Type.Boolean({ description: 'Only the embedded database is backed up by the service' }),
    every_hours: Type.Integer({ description: '0: no schedule' }),
    newest_at: Nullable(Timestamp),
    error: Nullable(Type.String({ description: 'Why BACKUP_DIR cannot be read' })),
    archives_changes: Type.Boolean(),
    unarchived_seconds: Type.Number({
      description: 'Age of the oldest changes that could not be archived yet; 0 when all are',
    }),
  }),
})
export type Diagnostics = Static<typeof Diagnostics>

export type Facts = Omit<Diagnostics, 'findings'>
