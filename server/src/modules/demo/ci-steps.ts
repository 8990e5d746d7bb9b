import { day, hour, minute } from '../../kernel/durations.ts'
import * as cmdb from '../cmdb/service.ts'
import type { CiEntry } from './model.ts'
import type { Step, Ids, Scenario } from './step.ts'

const age = 430 * day

/** CIs with a host name were discovered by a scan, and seen again recently. */
export const ciSteps = ({ content, now, ids }: Scenario): Step[] =>
  content.cis.map((ci, i) => ({
    at: new Date(now.getTime() - age + i * minute),
    by: ci.owner,
    run: async (ctx) => {
      const found = ci.fqdn && {
        discovery_source: 'demo-scan',
        external_id: `demo-${String(i + 1).padStart(3, '0')}`,
        last_discovered_at: new Date(now.getTime() - 2 * hour).toISOString(),
        first_discovered_at: ctx.now.toISOString(),
      }
      const relationships = relationshipsOf(ci, ids)
      ids.keep('configuration_item', ci.name, await cmdb.create(ctx, { ...ci, ...found, relationships }))
    },
  }))

const relationshipsOf = ({ relationships = [] }: CiEntry, ids: Ids) =>
  relationships.map((text) => {
    const [, type = '', name = ''] = /^(\S+) (.+)$/.exec(text) ?? []
    return { type, ci_id: ids.of('configuration_item', name) }
  })
