import type { Ci, DependencyGraph } from '../../console/src/api/schema.d.ts'
import type { TestApp } from './app.ts'
import { expectOk } from './incidents.ts'
import { driveRecords } from './records.ts'
import { recordedEvents } from './recorded-events.ts'

/** As the API returns them. */
export type { Ci, DependencyGraph }

/** Configuration items through HTTP, and their traces in the database. */
export function driveCmdb(app: TestApp) {
  const cis = driveRecords<Ci>(app, { path: '/cmdb/cis', table: 'cis', defaults: { name: 'web-1' } })
  return {
    ...cis,
    graph: async (
      id: string,
      way: 'impact' | 'dependencies',
      query: Record<string, string> = {},
    ): Promise<DependencyGraph> => expectOk(await app.call('GET', `/cmdb/cis/${id}/${way}`, { query }), 200),
    /** The events of all CIs. */
    discoveries: () =>
      app.query<{ subject_id: string; data: Record<string, unknown> }>(
        `select subject_id, data from ${recordedEvents} where type = 'ci.discovered' order by position`,
      ),
    everything: async () => [
      ...(await cis.everything()),
      ...(await app.query(`select
        (select md5(string_agg(r::text, '' order by r::text)) from ci_relationships r) as relationships,
        (select md5(string_agg(s::text, '' order by s::text)) from ci_sources s) as sources`)),
    ],
  }
}

export type Cmdb = ReturnType<typeof driveCmdb>
