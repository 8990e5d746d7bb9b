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
  duplicateOf?: string
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
    .option('--assign <email>', 'assignee; me is yourself', mayBeEmpty)
    .option('--ci <id>', 'configuration item, such as CI0000007', mayBeEmpty)
    .option('--location <text>', 'location', mayBeEmpty)
    .option('--duplicate-of <id>', 'incident that this one is a duplicate of', mayBeEmpty)

/** The given options under the names of the API. */
export function fieldsFrom({ group, assign, ci, duplicateOf, ...others }: FieldOptions) {
  const fields = {
    ...others,
    assignment_group: group,
    assigned_to: assign,
    ci_id: ci,
    duplicate_of: duplicateOf,
  }
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, value || null])) as Partial<CreateIncident> &
    UpdateIncident
}
