import type { Exemplars } from '../../console/src/api/schema.d.ts'
import type { TestApp } from './app.ts'
import { driveIncidents, type Incident } from './incidents.ts'
import { indexed } from './indexed.ts'

/** As the API returns them. */
export type ExemplarsAnswer = Exemplars

/** Resolved incidents that suggestions are learned from. */
export function driveCases(app: TestApp) {
  const incidents = driveIncidents(app)
  return {
    /** With a resolution note, or without any. */
    resolved: async (body: object, work_note?: string): Promise<Incident> => {
      const { id } = await incidents.create(body)
      await incidents.change(id, { state: 'in_progress' })
      return incidents.change(id, { state: 'resolved', ...(work_note && { work_note }) })
    },
    /** Waits until everything is indexed. */
    indexed: () => indexed(app),
    removeAll: async () => {
      const { data } = await incidents.list({ limit: '200' })
      for (const { id } of data) await incidents.remove(id)
    },
  }
}

export type Cases = ReturnType<typeof driveCases>
