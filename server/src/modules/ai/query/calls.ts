import type { Ctx } from '../../../db/ctx.ts'
import { apiRoot } from '../../../http/api.ts'
import { agents, editors, managers, type Role } from '../../../kernel/actor.ts'
import { withArticle } from '../../../kernel/with-article.ts'
import { notedNouns } from '../../activity/subjects.ts'
import { fieldText, valueText } from '../../records/field-text.ts'
import { stateMeant, type Command } from './language/command-parts.ts'
import type { Noun, RecordRef } from './language/meaning.ts'
import { capital } from './language/describe.ts'
import { schemas } from './language/schema.ts'
import type { Action } from './model.ts'
import type { LoadedRecord } from './records.ts'
import { pathOf, stepsText, textOf, titleOf, humanize } from './answer-text.ts'

/** A call to the public API, and why the API would refuse it. */
export interface Call extends Pick<Action, 'type' | 'label' | 'method' | 'path'> {
  body?: Record<string, unknown>
  roles: readonly Role[]
  refusal?: string | undefined
  /** Why this is proposed instead of the command. */
  remark?: string
}

/** A command for one existing record. */
export interface RecordCommand {
  command: Command
  target: RecordRef
  record: LoadedRecord
}

/** A call to an action endpoint of the record. */
export function callOn(ctx: Ctx, { target, record }: RecordCommand, verb: string, rest: string): Call {
  const path = `${pathOf(target.type, target.id)}${rest}`
  const label = `${verb} ${titleOf(ctx, target, record)}`
  return { type: `${verb}_${target.type}`, label, method: 'POST', path, roles: agents }
}

const longestTitle = 255

/** Counted in whole characters, so that it does not end in half of one. */
const startOf = (text: string) => Array.from(text).slice(0, longestTitle).join('')

export function creation({ noun = 'incident', fields, text }: Command): Call {
  const [first = '', ...rest] = text.split(/\r?\n/)
  const line = first.replaceAll(/\p{Cc}/gu, ' ').trim()
  const short_description = startOf(line)
  const whole = [first.trim(), ...rest].join('\n').trim()
  const described = whole === short_description ? {} : { description: whole }
  const { known } = fieldsFor(noun, fields)
  const fieldList = fieldsText(known)
  return {
    type: `create_${noun}`,
    label: `create ${withArticle(noun)} "${short_description}"${fieldList && `, ${fieldList}`}`,
    method: 'POST',
    path: `${apiRoot}${schemas[noun].path}`,
    body: { short_description, ...described, ...known },
    roles: agents,
  }
}

/** Fields that a command does not change: the opener, and the item of a request. */
const fixedFields = new Set(['opened_by', 'item'])

/** The fields of a command under their API names, and those that this kind of record does not have. */
function fieldsFor(noun: Noun, fields: Command['fields']) {
  const { columnOf, writable } = schemas[noun]
  const isSettable = (name: string) => {
    const schema = writable[columnOf(name) ?? ''] as { type?: string } | undefined
    return schema !== undefined && schema.type !== 'array' && !fixedFields.has(name)
  }
  const known = Object.entries(fields).filter(([name]) => isSettable(name))
  return {
    known: Object.fromEntries(known.map(([name, value]) => [columnOf(name)!, value])),
    unknown: Object.keys(fields).filter((name) => !isSettable(name)),
  }
}

export function update(ctx: Ctx, recordCommand: RecordCommand): Call {
  const { command, target, record } = recordCommand
  const { type } = target
  const wanted = command.fields.state ?? undefined
  const state = wanted === undefined ? undefined : stateMeant(wanted, type)
  const { known, unknown } = fieldsFor(type, { ...command.fields, ...(state && { state }) })
  const body = { ...known, ...(command.text && type === 'incident' && { work_note: command.text }) }
  const isSame = Object.entries(body).every(([name, value]) => record[name] === value)
  const call = callOn(ctx, recordCommand, 'update', '')
  const label = Object.keys(known).length === 0 ? call.label : changeText(titleOf(ctx, target, record), known)
  return {
    ...call,
    label: `${label}${withText('with the note', body.work_note || '')}`,
    method: 'PATCH',
    body,
    roles: type === 'article' ? editors : agents,
    refusal:
      unknown.length > 0
        ? `${capital(schemas[type].many)} have no ${unknown.map(fieldText).join(' and no ')} that can be set.`
        : wanted !== undefined && state === undefined
          ? `${capital(schemas[type].many)} are never ${humanize(wanted)}.`
          : (stepRefusal(type, record, state) ?? (isSame ? 'Already set; nothing to change.' : undefined)),
  }
}

/** A person alone is assigned, rather than set to an assignee. */
function changeText(title: string, fields: Record<string, unknown>): string {
  if (Object.keys(fields).join() !== 'assigned_to') return `set ${title} to ${fieldsText(fields)}`
  const { assigned_to } = fields
  return assigned_to === null ? `unassign ${title}` : `assign ${title} to ${textOf(assigned_to)}`
}

const fieldsText = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .map(([name, value]) => `${fieldText(name)} ${value === null ? 'none' : valueText(name, value)}`)
    .join(', ')

/** The label shows the text, so that the person who confirms sees it. */
export const withText = (kind: 'with the note' | 'with the comment' | 'without the reason', text: string) =>
  text && `, ${kind} "${startOf(text.replaceAll(/\s+/g, ' '))}"`

/** Why the transition is not possible, if it is not. */
export function stepRefusal(type: Noun, record: LoadedRecord, state: string | undefined): string | undefined {
  const { allowed_transitions: steps } = record
  if (state === undefined || type === 'ci' || !Array.isArray(steps) || steps.includes(state)) return undefined
  return record.state === state ? `It is ${humanize(state)} already.` : `It ${stepsText(record)}.`
}

/** Raises the priority by one. */
export function escalation(ctx: Ctx, recordCommand: RecordCommand): Call {
  const { priority } = recordCommand.record
  const next = { P4: 'P3', P3: 'P2' }[textOf(priority)] ?? 'P1'
  const call = update(ctx, {
    ...recordCommand,
    command: { ...recordCommand.command, fields: { priority: next } },
  })
  return priority === 'P1' ? { ...call, refusal: 'P1 is the highest priority.' } : call
}

export function note(ctx: Ctx, recordCommand: RecordCommand): Call {
  const call = callOn(ctx, recordCommand, 'add a note to', '/notes')
  const { subject_type } = schemas[recordCommand.target.type]
  const roles = notedNouns.find(({ noun }) => noun.subject_type === subject_type)?.writers ?? agents
  return {
    ...call,
    type: 'add_note',
    body: { body: recordCommand.command.text, visibility: 'team' },
    roles,
  }
}

export const removal = (ctx: Ctx, recordCommand: RecordCommand): Call => ({
  ...callOn(ctx, recordCommand, 'delete', ''),
  method: 'DELETE',
  roles: managers,
})
