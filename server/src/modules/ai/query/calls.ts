import type { Ctx } from '../../../db/ctx.ts'
import { apiRoot } from '../../../http/api.ts'
import { agents, editors, managers, type Role } from '../../../kernel/actor.ts'
import { stateMeant, type Command } from './language/command-parts.ts'
import type { Noun, RecordRef } from './language/meaning.ts'
import { schemas } from './language/schema.ts'
import type { Action } from './model.ts'
import type { LoadedRecord } from './records.ts'
import { pathOf, quoted, textOf, worded } from './telling.ts'

/** What the public API would be sent, and why it would refuse it. */
export interface Call {
  type: string
  label: string
  method: Action['method']
  path: string
  body?: Record<string, unknown>
  roles: readonly Role[]
  refusal?: string | undefined
  /** Why this is proposed instead of what was ordered. */
  remark?: string
}

/** An order for one record that there is. */
export interface Ordered {
  command: Command
  target: RecordRef
  record: LoadedRecord
}

export const nameOf = (ctx: Ctx, { target: { type, id }, record }: Ordered): string =>
  `${id} (${quoted(ctx, record[schemas[type].title])})`

const longestTitle = 255

export function creation({ noun = 'incident', fields, text }: Command): Call {
  const [first = '', ...rest] = text.split(/\r?\n/)
  const short_description = Array.from(first.replaceAll(/\p{Cc}/gu, ' ').trim())
    .slice(0, longestTitle)
    .join('')
  const whole = [first.trim(), ...rest].join('\n').trim()
  return {
    type: `create_${noun}`,
    label: `create ${noun === 'incident' ? 'an' : 'a'} ${noun} "${short_description}"`,
    method: 'POST',
    path: `${apiRoot}${schemas[noun].path}`,
    body: {
      short_description,
      ...(whole !== short_description && { description: whole }),
      ...fieldsFor(noun, fields).known,
    },
    roles: agents,
  }
}

/** Whose a record is and what was asked for are not changed in passing. */
const settled = new Set(['opened_by', 'item'])

function isSettable(noun: Noun, name: string): boolean {
  const { columnOf, writable } = schemas[noun]
  const schema = writable[columnOf(name) ?? ''] as { type?: string } | undefined
  return schema !== undefined && schema.type !== 'array' && !settled.has(name)
}

const writers: Record<Noun, readonly Role[]> = {
  incident: agents,
  change: agents,
  request: agents,
  ci: agents,
  article: editors,
}

/** What can be written of what was said, under the API's names; the rest has no place in such a record. */
function fieldsFor(noun: Noun, fields: Command['fields']) {
  const names = Object.keys(fields)
  const known = names.filter((name) => isSettable(noun, name))
  return {
    known: Object.fromEntries(known.map((name) => [schemas[noun].columnOf(name)!, fields[name]])),
    strange: names.filter((name) => !known.includes(name)),
  }
}

export function update(ctx: Ctx, ordered: Ordered): Call {
  const { command, target, record } = ordered
  const { type, id } = target
  const wanted = command.fields.state ?? undefined
  const state = wanted === undefined ? undefined : stateMeant(wanted, type)
  const { known, strange } = fieldsFor(type, { ...command.fields, ...(state && { state }) })
  const body = { ...known, ...(command.text && type === 'incident' && { work_note: command.text }) }
  const said = Object.entries(known).map(
    ([name, value]) =>
      `${worded(name)} ${value === null ? 'none' : name === 'assigned_to' ? value : worded(value)}`,
  )
  return {
    type: `update_${type}`,
    label: `set ${nameOf(ctx, ordered)} to ${said.join(', ')}`,
    method: 'PATCH',
    path: pathOf(type, id),
    body,
    roles: writers[type],
    refusal:
      strange.length > 0
        ? `${capital(schemas[type].many)} have no ${strange.map(worded).join(' and no ')} that can be set.`
        : wanted !== undefined && state === undefined
          ? `${capital(schemas[type].many)} are never ${worded(wanted)}.`
          : (stepRefusal(type, record, state) ?? sameRefusal(record, body)),
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const sameRefusal = (record: LoadedRecord, body: Record<string, unknown>) =>
  Object.entries(body).every(([name, value]) => record[name] === value) ? 'It is so already.' : undefined

/** Why a record cannot come to a state from where it is. */
export function stepRefusal(type: Noun, record: LoadedRecord, state: string | undefined): string | undefined {
  const { allowed_transitions: steps, state: now } = record
  if (state === undefined || type === 'ci' || !Array.isArray(steps) || steps.includes(state)) return undefined
  if (now === state) return `It is ${worded(state)} already.`
  if (steps.length === 0) return `It is ${worded(now)}, which is final.`
  return `It is ${worded(now)}; from there it can become ${steps.map(worded).join(' or ')}.`
}

/** One step up the scale. */
export function escalation(ctx: Ctx, ordered: Ordered): Call {
  const higher: Record<string, string> = { P4: 'P3', P3: 'P2', P2: 'P1' }
  const priority = higher[textOf(ordered.record.priority)]
  const command = { ...ordered.command, fields: { priority: priority ?? 'P1' } }
  const call = update(ctx, { ...ordered, command })
  return priority === undefined ? { ...call, refusal: 'There is no higher priority for it.' } : call
}

export const note = (ctx: Ctx, ordered: Ordered): Call => ({
  type: 'add_note',
  label: `add a note to ${nameOf(ctx, ordered)}`,
  method: 'POST',
  path: `${pathOf(ordered.target.type, ordered.target.id)}/notes`,
  body: { body: ordered.command.text, visibility: 'team' },
  roles: agents,
  refusal: ordered.target.type === 'incident' ? undefined : 'Only incidents have notes.',
})

export const removal = (ctx: Ctx, ordered: Ordered): Call => ({
  type: `delete_${ordered.target.type}`,
  label: `delete ${nameOf(ctx, ordered)}`,
  method: 'DELETE',
  path: pathOf(ordered.target.type, ordered.target.id),
  roles: managers,
})
