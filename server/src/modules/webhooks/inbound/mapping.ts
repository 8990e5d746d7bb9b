import { fieldError, invalid, type FieldError } from '../../../kernel/errors.ts'
import { innerOf } from '../../../kernel/schema.ts'
import { incident, type CreateIncident } from '../../incidents/model.ts'
import { MappingError } from '../mapping/path.ts'
import { compileTemplate, render, type Template } from '../mapping/template.ts'
import { truncate } from '../mapping/text.ts'

/** How a rendered text becomes the value of a field; `expected` explains a failure. */
type FieldFormat = { max: number; form: (text: string) => string | undefined; expected: string }

/** Truncated rather than refused: an alert that is too long is still an alert. */
const line = (max: number): FieldFormat => ({
  max: 8192,
  form: (text) => truncate(text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim(), max),
  expected: `one line of at most ${max} characters`,
})
const text = (max: number): FieldFormat => ({
  max,
  form: (text) => text,
  expected: `at most ${max} characters`,
})
/** A template puts lines around values that may be missing. */
const prose = (max: number): FieldFormat => ({
  ...text(max),
  form: (text) => text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd(),
})
const oneOf = (words: readonly string[]): FieldFormat => ({
  max: 100,
  form: (text) => words.find((word) => word.toLowerCase() === text.trim().toLowerCase()),
  expected: `one of ${words.join(', ')}`,
})
const matching = (pattern: RegExp, expected: string): FieldFormat => ({
  max: 254,
  form: (text) => (pattern.test(text.trim()) ? text.trim() : undefined),
  expected,
})
/** The same pattern as in the API, so that what was received here can be sent back there. */
const email =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i

interface TextSchema {
  enum?: string[]
  format?: string
  pattern?: string
  maxLength?: number
  'x-form'?: string
}

function formatOf(schema: TextSchema): FieldFormat {
  if (schema.enum) return oneOf(schema.enum)
  if (schema.format === 'email') return matching(email, 'an e-mail address')
  if (schema.pattern && schema.maxLength === undefined)
    return matching(new RegExp(schema.pattern), schema['x-form']!.replace(/^must be /, ''))
  return schema.pattern ? line(schema.maxLength!) : prose(schema.maxLength!)
}

type IncidentField = Exclude<keyof CreateIncident, 'state' | 'notify_stakeholders'>
const { state: _, ...incidentFields } = incident.writable

const formats = {
  ...(Object.fromEntries(
    Object.entries(incidentFields).map(([name, schema]) => [name, formatOf(innerOf(schema))]),
  ) as Record<IncidentField, FieldFormat>),
  /** Belongs to the alert, not to the incident: the same key while an incident is open is the same alert. */
  dedup_key: text(8192),
  /** Written when an incident is resolved. */
  work_note: text(8192),
} satisfies Record<string, FieldFormat>

type Target = keyof typeof formats
export const targets = Object.keys(formats) as Target[]
const isTarget = (name: string): name is Target => Object.hasOwn(formats, name)

export type Mapping = Partial<Record<Target, Template>>

const errorAt = (field: string, code: string, message: string) =>
  fieldError(field, code, `${field} ${message}`)

/** Throws a 400 for templates with errors, unknown targets, and a missing required target. */
export function compileMapping(mapping: Record<string, string>, required: Target): Mapping {
  const errors: FieldError[] = []
  const compiled: Mapping = {}
  for (const [name, template] of Object.entries(mapping)) {
    const field = `field_mapping.${name}`
    if (!isTarget(name)) {
      errors.push(errorAt(field, 'unknown_field', `is not a target: there are ${targets.join(', ')}`))
      continue
    }
    try {
      compiled[name] = compileTemplate(template)
    } catch (error) {
      if (!(error instanceof MappingError)) throw error
      errors.push(errorAt(field, 'template', `is not a template: ${error.message}`))
    }
  }
  if (!Object.hasOwn(mapping, required))
    errors.push(errorAt(`field_mapping.${required}`, 'required', 'is required'))
  if (errors.length > 0) throw invalid(errors)
  return compiled
}

export interface MappedPayload {
  incident: CreateIncident
  dedup_key: string | undefined
  work_note: string | undefined
}

/** A field that the mapping leaves empty is left out. Throws a 400 that names the values that cannot be used. */
export function mapPayload(mapping: Mapping, payload: unknown, required: Target): MappedPayload {
  const errors: FieldError[] = []
  const values: Partial<Record<Target, string>> = {}
  for (const [name, template] of Object.entries(mapping) as [Target, Template][]) {
    const { max, form, expected } = formats[name]
    const rendered = render(template, payload, max)
    const value = rendered.trim() && form(rendered)
    if (value === '') continue
    if (value === undefined)
      errors.push(
        errorAt(
          name,
          'unusable',
          `must be ${expected}, but the mapping results in "${truncate(rendered, 100)}"`,
        ),
      )
    else values[name] = value
  }
  if (values[required] === undefined && errors.every(({ field }) => field !== required))
    errors.push(errorAt(required, 'empty', 'is required, and the mapping leaves it empty'))
  if (errors.length > 0) throw invalid(errors)
  const { dedup_key, work_note, ...incident } = values
  return { incident: incident as unknown as CreateIncident, dedup_key, work_note }
}
