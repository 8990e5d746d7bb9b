import { create } from '../../api/records.ts'
import type { Job } from '../../api/schema.d.ts'

/** The maximum number of records per job. */
const maxIds = 100

export type Operation = { operation: 'update'; fields: object } | { operation: 'delete' }

export interface StartedJobs {
  jobs: string[]
  /** Records that were not submitted because the queue is full or the network failed. */
  left: string[]
}

/** Starts one job, or several for many records, one after the other. */
export async function start(operation: Operation, ids: string[]): Promise<StartedJobs> {
  const jobs: string[] = []
  for (let from = 0; from < ids.length; from += maxIds) {
    const body = { ...operation, ids: ids.slice(from, from + maxIds) }
    try {
      jobs.push((await create('/incidents/bulk', body)).job_id)
    } catch (error) {
      if (jobs.length === 0) throw error
      return { jobs, left: ids.slice(from) }
    }
  }
  return { jobs, left: [] }
}

export const isOver = ({ status }: Job) => status === 'completed' || status === 'failed'
