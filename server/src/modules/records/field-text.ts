const toWords = (name: string) => name.replaceAll('_', ' ')

/** Fields that people know by another name. */
const names: Record<string, string> = {
  short_description: 'summary',
  assigned_to: 'assignee',
  ci_id: 'configuration item',
  ci_ids: 'configuration items',
  change_id: 'change',
  incident_ids: 'incidents',
  parent_problem_id: 'problem',
  sla_breach_at: 'SLA due',
  ip_addresses: 'IP addresses',
  fqdn: 'FQDN',
}

export const fieldText = (field: string): string => names[field] ?? toWords(field)

/** Fields whose values are words. Elsewhere an underscore is part of a name or an address. */
const wordFields = new Set(['state', 'status', 'type', 'risk', 'criticality'])

/** The value of a field in a sentence: "in progress". */
export function valueText(field: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => valueText(field, each)).join(', ')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return wordFields.has(field) ? toWords(text) : text
}

/** A time in a sentence or a list, for readers in any time zone: "2026-11-20 20:00 UTC". */
export const momentText = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`
