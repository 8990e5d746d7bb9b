import { describe } from '../src/modules/ai/query/language/describe.ts'
import type { Meaning, RecordRef } from '../src/modules/ai/query/language/meaning.ts'
import type { Names } from '../src/modules/ai/query/language/names.ts'
import { understand, type Understanding } from '../src/modules/ai/query/language/understand.ts'

/** A Wednesday, in the middle of the morning. */
export const now = new Date('2025-03-12T10:30:00Z')
export const asker = 'me@example.com'

/** A small company. */
export const names: Names = {
  groups: [
    'Database Administration',
    'Identity and Access',
    'Network Operations',
    'Plant IT',
    'Platform Engineering',
    'Server and Storage',
    'Service Desk',
    'Workplace Engineering',
  ],
  my_groups: ['Network Operations'],
  categories: ['business applications', 'database', 'mail', 'network', 'printing'],
  classes: ['application', 'database', 'network', 'server'],
  people: [
    'bob@example.com',
    'chen.wei@example.com',
    'maria.okafor@example.com',
    'april.jones@example.com',
    'will@example.com',
  ],
  openers: ['monitoring@example.com'],
  cis: new Map([
    ['db01', [{ id: 'CI0000007', name: 'db01' }]],
    ['vpn', [{ id: 'CI0000009', name: 'VPN' }]],
    ['northbook erp', [{ id: 'CI0000010', name: 'Northbook ERP' }]],
  ]),
}

interface Before {
  now?: Date
  before?: Meaning
  record?: RecordRef
}

export const understood = (text: string, before: Before = {}): Understanding =>
  understand({ text, now, asker, names, ...before })

/** How a question was understood, in one line: what is asked, of what, and what was left out. */
export function said(understanding: Understanding): string {
  if (understanding.kind === 'invalid') return `invalid: ${understanding.message}`
  if (understanding.kind !== 'meaning') return understanding.kind
  const { meaning, unused } = understanding
  const { intent, record, aspect, group_by, measure } = meaning
  const rest = unused.length > 0 ? ` (not used: ${unused.join(', ')})` : ''
  if (intent === 'show') return `show ${aspect} of ${record!.id}${rest}`
  const form = intent === 'stats' ? `stats ${measure}${group_by ? ` by ${group_by}` : ''}` : intent
  const conditions = meaning.conditions.filter((each) => !('is_assumed' in each))
  return `${form}: ${describe({ ...meaning, conditions })}${rest}`
}

/** A conversation: each question after the ones before it. */
export function saidInTurn(questions: string[]): string[] {
  const turns: string[] = []
  let before: Before = {}
  for (const question of questions) {
    const understanding = understood(question, before)
    turns.push(said(understanding))
    if (understanding.kind !== 'meaning') continue
    const { meaning } = understanding
    before =
      meaning.intent === 'show' ? { ...before, record: meaning.record! } : { ...before, before: meaning }
  }
  return turns
}
