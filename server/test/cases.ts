import type { Exemplars } from '../../console/src/api/schema.d.ts'
import type { TestApp } from './app.ts'
import { driveIncidents, type Incident } from './incidents.ts'
import { indexed } from './indexed.ts'

/** As clients see them. */
export type ExemplarsAnswer = Exemplars

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
