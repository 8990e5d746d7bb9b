import { create } from '../../api/records.ts'
import type { Job } from '../../api/schema.d.ts'

/** As many as one job takes. */
const most = 100

export type Operation = { operation: 'update'; fields: object } | { operation: 'delete' }

export interface Started {
  jobs: string[]
  /** Those that were not taken any more: the queue is full, the network is away. */
  left: string[]
}

/** One job, or several for many records; each is asked for after the one before was taken. */
export async function start(operation: Operation, ids: string[]): Promise<Started> {
  const jobs: string[] = []
  for (let from = 0; from < ids.length; from += most) {
    const body = { ...operation, ids: ids.slice(from, from + most) }
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
