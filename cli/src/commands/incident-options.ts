import { Option, type Command } from 'commander'
import type { CreateIncident, Incident, UpdateIncident } from '@mainstay/sdk'
import { mayBeEmpty } from '../values.ts'

export const priorities = ['P1', 'P2', 'P3', 'P4'] as const satisfies readonly Incident['priority'][]
export const states = [
  'new',
  'in_progress',
  'on_hold',
  'resolved',
  'closed',
  'cancelled',
  'reopened',
] as const satisfies readonly Incident['state'][]
const levels = ['high', 'medium', 'low']

export interface FieldOptions {
  description?: string
  priority?: string
  category?: string
  subcategory?: string
  impact?: string
  urgency?: string
  group?: string
  assign?: string
  ci?: string
  location?: string
}

/** The options that `create` and `update` have in common; `''` clears a field. */
export const withFieldOptions = (command: Command) =>
  command
    .option('--description <text>', 'longer text; - reads it from standard input', mayBeEmpty)
    .addOption(new Option('--priority <priority>', 'P1 is the most urgent').choices(priorities))
    .option('--category <text>', 'category', mayBeEmpty)
    .option('--subcategory <text>', 'subcategory', mayBeEmpty)
    .addOption(new Option('--impact <level>', 'impact').choices(levels))
    .addOption(new Option('--urgency <level>', 'urgency').choices(levels))
    .option('--group <name>', 'assignment group', mayBeEmpty)
    .option('--assign <email>', 'assignee', mayBeEmpty)
    .option('--ci <id>', 'configuration item, such as CI0000007', mayBeEmpty)
    .option('--location <text>', 'location', mayBeEmpty)

const fieldOf: Record<keyof FieldOptions, string> = {
  description: 'description',
  priority: 'priority',
  category: 'category',
  subcategory: 'subcategory',
  impact: 'impact',
  urgency: 'urgency',
  group: 'assignment_group',
  assign: 'assigned_to',
  ci: 'ci_id',
  location: 'location',
}

/** The given options under the names of the API. */
export function fieldsFrom(options: FieldOptions): Partial<CreateIncident> & UpdateIncident {
  const given = Object.entries(fieldOf).filter(([name]) => options[name as keyof FieldOptions] !== undefined)
  return Object.fromEntries(
    given.map(([name, field]) => [field, options[name as keyof FieldOptions] || null]),
  ) as Partial<CreateIncident> & UpdateIncident
}
