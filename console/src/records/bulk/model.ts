import { create } from '../../api/records.ts'
import type { Job } from '../../api/schema.d.ts'
import type { Field } from '../field-input.tsx'
import type { BulkFilter } from '../list-view.ts'

/** The maximum number of ids per job. */
const maxIds = 100

/** What a list offers for its selected rows. */
export interface BulkEdits {
  path: '/incidents/bulk' | '/cmdb/cis/bulk'
  fields: readonly Field[]
}

export type Operation = { operation: 'update'; fields: object } | { operation: 'delete' }

export interface StartedJobs {
  jobs: string[]
  /** Records that were not submitted because the queue is full or the network failed. */
  left: string[]
}

/** Starts one job, or several for many records, one after the other. */
export async function startByIds(
  path: BulkEdits['path'],
  operation: Operation,
  ids: string[],
): Promise<StartedJobs> {
  const jobs: string[] = []
  for (let from = 0; from < ids.length; from += maxIds) {
    const body = { ...operation, ids: ids.slice(from, from + maxIds) }
    try {
      jobs.push((await create(path, body)).job_id)
    } catch (error) {
      if (jobs.length === 0) throw error
      return { jobs, left: ids.slice(from) }
    }
  }
  return { jobs, left: [] }
}

/**
 * A filter must have a condition, so a list without any takes all since the year 1. "All until now" would leave out new
 * records if the clock of the browser is slow.
 */
export const filterOrAll = (filter: BulkFilter): BulkFilter =>
  Object.keys(filter).length > 0 ? filter : { created_after: '0001-01-01T00:00:00Z' }

/** One job for everything that matches now. */
export async function startByFilter(
  path: BulkEdits['path'],
  operation: Operation,
  filter: BulkFilter,
): Promise<StartedJobs> {
  const { job_id } = await create(path, { ...operation, filter: filterOrAll(filter) })
  return { jobs: [job_id], left: [] }
}

export const isOver = ({ status }: Job) => status === 'completed' || status === 'failed'
