import type { Ci } from '../api/schema.d.ts'
import { createdFilters } from '../records/common-filters.ts'
import { choicesFrom, choicesOf } from '../records/choices-from.ts'
import type { Filter } from '../records/list-view.ts'
import { cmdb as w } from '../words/cmdb.ts'
import { usual } from './model.ts'

/** Classes and environments are free text: the common ones and those of the visible rows are suggested. */
export function filtersFor(rows: readonly Ci[]): readonly Filter[] {
  const offered = (name: 'class' | 'status' | 'environment') =>
    choicesOf([...usual[name], ...rows.flatMap((row) => row[name] ?? [])].toSorted())
  return [
    { name: 'class', label: w.class, kind: 'text', choices: offered('class') },
    { name: 'status', label: w.status, kind: 'text', choices: offered('status') },
    { name: 'environment', label: w.environment, kind: 'text', choices: offered('environment') },
    { name: 'criticality', label: w.criticality, kind: 'choice', choices: choicesFrom(w.criticalities) },
    { name: 'support_group', label: w.group, kind: 'group' },
    { name: 'owner', label: w.owner, kind: 'person' },
    { name: 'location', label: w.location, kind: 'text' },
    { name: 'external_id', label: w.external, kind: 'text' },
    { name: 'discovery_source', label: w.source, kind: 'text' },
    { name: 'ip_address', label: w.address, kind: 'text' },
    { name: 'fqdn', label: w.host, kind: 'text' },
    { name: 'serial_number', label: w.serial, kind: 'text' },
    { name: 'related_to', label: w.relatedTo, kind: 'text' },
    { name: 'health', label: w.health, kind: 'choice', choices: choicesFrom(w.healthProblems) },
    ...createdFilters,
  ]
}
