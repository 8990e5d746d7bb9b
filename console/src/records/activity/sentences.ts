import type { ActivityChange, ActivityEntry } from '../../api/schema.d.ts'
import { records } from '../../words/records.ts'
import type { Field } from '../field-input.tsx'
import { labelOf } from '../../shell/label-of.ts'
import { fieldText } from '../field-text.ts'

const { activity: w } = records

/** Set by the service together with what caused them. */
const consequences = new Set([
  'resolved_at',
  'closed_at',
  'reopen_count',
  'deleted',
  'approval',
  'published_at',
])

/** Actions that say enough by themselves. */
const wholeActions: Record<string, string | undefined> = {
  created: w.created,
  deleted: w.deleted,
  reviewed: w.reviewed,
  restored: w.restored,
  sla_warned: w.slaWarned,
  sla_breached: w.slaBreached,
}

/** Longer values are not quoted. */
const maxQuoted = 80

/** What one entry did, in words: "assigned it to themselves, set Category to mail". */
export function sentenceOf(entry: ActivityEntry, fields: readonly Field[]): string {
  const { action, changes, actor } = entry
  const known = wholeActions[action]
  if (known) return known
  if (action === 'voted') return ratingOf(changes)
  if (action === 'reference_deleted') return w.deletedOther(changes.map(({ to }) => String(to)).join(', '))
  const lead = action === 'approval_ended' ? [w.endedApproval] : []
  const verdict = action === 'approved' || action === 'rejected' ? [verdictOf(action, changes)] : []
  const assignee = changes
    .filter(({ field }) => field === 'assigned_to')
    .map((each) => assignment(each, actor.email))
  const state = changes.filter(({ field }) => field === 'state').map((each) => stateChange(each, fields))
  const others = changes.filter(
    ({ field }) => !['assigned_to', 'state'].includes(field) && !consequences.has(field),
  )
  const parts = [
    ...lead,
    ...verdict,
    ...assignee,
    ...(verdict.length > 0 ? [] : state),
    ...others.map((change) => fieldChange(change, fields)),
    ...(entry.sla ? [w.sla[entry.sla]] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : w.edited(records.details.toLowerCase())
}

/** The comment of a rating is an entry of its own. */
function ratingOf(changes: readonly ActivityChange[]): string {
  const rating = changes.find(({ field }) => field === 'helpful')
  return rating ? w.rated(rating.to === true) : w.changedComment
}

const isSameAddress = (one: unknown, other: string) =>
  typeof one === 'string' && one.toLowerCase() === other.toLowerCase()

function assignment({ to, to_name }: ActivityChange, actor: string): string {
  if (typeof to !== 'string') return w.unassigned
  return isSameAddress(to, actor) ? w.assignedToSelf : w.assigned(to_name ?? to)
}

function stateChange({ from, to }: ActivityChange, fields: readonly Field[]): string {
  const field = fields.find(({ name }) => name === 'state')
  const text = (value: unknown) => fieldText(field ?? {}, value)
  return w.changedState(text(from), text(to))
}

function verdictOf(action: 'approved' | 'rejected', changes: readonly ActivityChange[]): string {
  const approval = changes.find(({ field }) => field === 'approval')?.to as
    | { decisions?: { comment: string | null }[] }
    | undefined
  const comment = approval?.decisions?.at(-1)?.comment
  return comment ? `${w[action]}: ${comment}` : w[action]
}

/** One change of a field: quoted if it is short, and for lists what was added and removed. */
function fieldChange(
  { field: name, from, to, from_name, to_name }: ActivityChange,
  fields: readonly Field[],
): string {
  const field = fields.find((each) => each.name === name)
  const label = field?.label ?? labelOf(name)
  const [fromTexts, toTexts] = [textsOf(from, field), textsOf(to, field)]
  if (fromTexts && toTexts) {
    const [added, removed] = [without(toTexts, fromTexts), without(fromTexts, toTexts)]
    return [
      ...(added.length > 0 ? [w.added(label, added.join(', '))] : []),
      ...(removed.length > 0 ? [w.removed(label, removed.join(', '))] : []),
    ].join(', ')
  }
  const [before, after] = [from_name ?? fieldText(field ?? {}, from), to_name ?? fieldText(field ?? {}, to)]
  if ([before, after].some(isTooLong) || isObject(from) || isObject(to)) return w.edited(label)
  if (isNothing(from)) return w.set(label, after)
  if (isNothing(to)) return w.cleared(label, before)
  return w.changed(label, before, after)
}

/** A list whose values are texts, or are put into words by their field. */
function textsOf(list: unknown, field: Field | undefined): unknown[] | undefined {
  const texts = Array.isArray(list) && list.map((value) => (isText(value) ? value : field?.textOf?.(value)))
  return texts && texts.every(isText) ? texts : undefined
}

const isText = (value: unknown) => typeof value === 'string'
const isObject = (value: unknown) => typeof value === 'object' && value !== null
const isNothing = (value: unknown) => value === null || value === undefined || value === ''
const isTooLong = (text: string) => text.length > maxQuoted || text.includes('\n')
const without = (values: readonly unknown[], others: readonly unknown[]) =>
  values.filter((value) => !others.includes(value))
