import type { TestApp } from './app.ts'
import { expectOk } from './incidents.ts'
import { driveRecords, type Shown } from './records.ts'
import { told } from './told.ts'

export interface Relationship {
  type: string
  ci_id: string
}

/** As a client sees it. */
export interface Ci extends Shown {
  number: string
  url: string
  name: string
  class: string
  status: string
  environment: string | null
  criticality: string | null
  owner: string | null
  support_group: string | null
  location: string | null
  ip_addresses: string[]
  fqdn: string | null
  serial_number: string | null
  external_id: string | null
  attributes: Record<string, unknown>
  relationships: Relationship[]
  related_from?: (Relationship & { name: string })[]
  discovery_source: string | null
  first_discovered_at: string | null
  last_discovered_at: string | null
  deleted_at?: string
  deleted_by?: string
}

export interface Reach {
  ci_id: string
  depth: number
  data: {
    id: string
    name: string
    depth: number
    via: Relationship
    open_incidents: number
    open_changes: number
  }[]
  relationships: { from: string; type: string; to: string }[]
  total: number
  truncated: boolean
}

/** Configuration items through HTTP, and what they left behind in the database. */
export function driveCmdb(app: TestApp) {
  const cis = driveRecords<Ci>(app, { path: '/cmdb/cis', table: 'cis', defaults: { name: 'web-1' } })
  return {
    ...cis,
    reach: async (
      id: string,
      way: 'impact' | 'dependencies',
      query: Record<string, string> = {},
    ): Promise<Reach> => expectOk(await app.call('GET', `/cmdb/cis/${id}/${way}`, { query }), 200),
    /** The events of all CIs. */
    discoveries: () =>
      app.query<{ subject_id: string; data: Record<string, unknown> }>(
        `select subject_id, data from ${told} where type = 'ci.discovered' order by place`,
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
