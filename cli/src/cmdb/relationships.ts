import type { Mainstay } from '@mainstay/sdk'
import type { FailedRecord } from '../bulk/submit.ts'
import { inGroups } from '../groups.ts'
import type { CiSource } from './read-cis.ts'

/** A record that the service took, and the ID of its item; in a dry run, a new one has none. */
export interface Accepted {
  line: number
  id: string | null
}

/** Whatever else is in a file, the service refuses. */
const targetsOf = ({ record: { relationships } }: CiSource): string[] =>
  Array.isArray(relationships) ? relationships.flatMap((each) => each?.external_id ?? []) : []

/** By their external IDs, which a file knows before its items exist. */
export const namesTargets = (given: CiSource): boolean => targetsOf(given).length > 0

export const withoutTargets = (given: CiSource): CiSource =>
  namesTargets(given) ? { ...given, record: { ...given.record, relationships: undefined } } : given

/** Updates that relate the accepted records, by the IDs of their targets. */
export async function relating(client: Mainstay, source: string, given: CiSource[], accepted: Accepted[]) {
  const ids = new Map(accepted.map(({ line, id }) => [line, id]))
  const taken = given.filter(({ line }) => ids.has(line))
  const targets = new Map(taken.map(({ line, record }) => [record.external_id, ids.get(line)]))
  const elsewhere = new Set(taken.flatMap(targetsOf).filter((name) => !targets.has(name)))
  for (const group of inGroups([...elsewhere], (name) => name.length, { items: 50, size: 4000 })) {
    const query = { external_id: group.join(','), discovery_source: source, limit: 200 }
    for await (const { id, external_id } of client.cis.list(query)) targets.set(external_id, id)
  }
  const updates: CiSource[] = []
  const failed: FailedRecord[] = []
  for (const { line, record } of taken.filter(namesTargets)) {
    const missing = targetsOf({ line, record }).find((name) => !targets.has(name))
    const message = `relationships: no item of ${source} has the external_id ${missing}`
    if (missing !== undefined) failed.push({ line, message })
    const relationships = record.relationships?.map(({ type, ci_id, external_id }) => ({
      type,
      ci_id: ci_id ?? targets.get(external_id) ?? '',
    }))
    if (missing === undefined) updates.push({ line, record: { id: ids.get(line) ?? '', relationships } })
  }
  return { updates, failed }
}
