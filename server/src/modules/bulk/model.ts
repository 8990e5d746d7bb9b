import { Type } from 'typebox'
import { invalidField } from '../../kernel/errors.ts'
import { Enum, FieldErrors, NamedObject, Nullable, Timestamp } from '../../kernel/schema.ts'

export const maxRecords = 100
/** Bulk requests are exempt from the rate limit, so the number of open jobs per caller is limited. */
export const maxOpenJobs = 20

export const statuses = ['queued', 'running', 'completed', 'failed'] as const

/** Result for one record; `would_…` are the results of a dry run. */
const resultStatuses = [
  'created',
  'updated',
  'unchanged',
  'deleted',
  'failed',
  'would_create',
  'would_update',
  'would_delete',
] as const

/** Which results of a job are listed. */
export const resultFilters = ['all', 'failed', 'none'] as const
export type ResultFilter = (typeof resultFilters)[number]

/** A bulk request has the parts that its operation needs, and no others; `why` says so of a part too many. */
export function checkParts(
  operation: string,
  parts: Record<string, unknown>,
  needed: readonly string[],
  why: (name: string) => string,
): void {
  for (const [name, value] of Object.entries(parts)) {
    if (needed.includes(name) && value === undefined)
      throw invalidField(name, 'required', `${name} is required to ${operation}`)
    if (!needed.includes(name) && value !== undefined) throw invalidField(name, 'unknown_field', why(name))
  }
}

export const Accepted = NamedObject('AcceptedJob', {
  job_id: Type.String(),
  status: Enum(['queued']),
  operation: Type.String(),
  total: Type.Integer(),
  status_url: Type.String(),
  created_at: Timestamp,
})

export const Job = NamedObject('Job', {
  job_id: Type.String(),
  type: Type.String(),
  operation: Type.String(),
  source: Type.Optional(Type.String({ description: 'The source of the records, if given' })),
  dry_run: Type.Optional(
    Type.Boolean({ description: 'Nothing is written: the results show what would happen' }),
  ),
  filter: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'The filter by which the records were chosen',
    }),
  ),
  status: Enum(statuses),
  total: Type.Integer(),
  processed: Type.Integer(),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  progress: Type.Number({ description: '0 to 1' }),
  results: Type.Array(
    Type.Object({
      index: Type.Integer(),
      id: Nullable(Type.String()),
      status: Enum(resultStatuses),
      error: Type.Optional(
        Type.Object({
          code: Type.String(),
          message: Type.String(),
          errors: Type.Optional(FieldErrors),
        }),
      ),
    }),
  ),
  created_at: Timestamp,
  started_at: Nullable(Timestamp),
  completed_at: Nullable(Timestamp),
})
