import { create } from '../../api/records.ts'

export interface Outcome {
  index: number
  id: string | null
  status: 'created' | 'updated' | 'unchanged' | 'deleted' | 'failed'
  error?: { code: string; message: string }
}

export interface Job {
  job_id: string
  operation: string
  status: 'queued' | 'running' | 'completed' | 'failed'
  total: number
  processed: number
  succeeded: number
  failed: number
  results: Outcome[]
}

/** As many as one job takes. */
const most = 100

export type Operation = { operation: 'update'; fields: object } | { operation: 'delete' }

/** One job, or several for many records; each is asked for after the one before was taken. */
export async function start(operation: Operation, ids: string[]): Promise<string[]> {
  const jobs: string[] = []
  for (let from = 0; from < ids.length; from += most) {
    const body = { ...operation, ids: ids.slice(from, from + most) }
    jobs.push((await create<Job>('/incidents/bulk', body)).job_id)
  }
  return jobs
}

export const isOver = ({ status }: Job) => status === 'completed' || status === 'failed'
