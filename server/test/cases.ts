import type { TestApp } from './app.ts'
import { driveIncidents, type Incident } from './incidents.ts'
import { indexed } from './indexed.ts'

export interface ExemplarsAnswer {
  exemplars: {
    incident_id: string
    description: string
    resolution: string
    resolution_time_min: number
    similarity_score: number
  }[]
  count: number
  model_used: string
  tokens_used: number
  latency_ms: number
  cache_hit: boolean
}

/** Resolved incidents from which the service learns what helps. */
export function driveCases(app: TestApp) {
  const incidents = driveIncidents(app)
  return {
    /** With the note that resolved it, or without any. */
    resolved: async (body: object, work_note?: string): Promise<Incident> => {
      const { id } = await incidents.create(body)
      await incidents.change(id, { state: 'in_progress' })
      return incidents.change(id, { state: 'resolved', ...(work_note && { work_note }) })
    },
    /** When everything that can be found is found. */
    indexed: () => indexed(app),
    removeAll: async () => {
      const { data } = await incidents.list({ limit: '200' })
      for (const { id } of data) await incidents.remove(id)
    },
  }
}

export type Cases = ReturnType<typeof driveCases>
