import { invalid, type FieldError } from '../../../kernel/errors.ts'
import { innerOf } from '../../../kernel/schema.ts'
import { incident, type CreateIncident } from '../../incidents/model.ts'
import { MappingError } from '../mapping/path.ts'
import { compileTemplate, render, type Template } from '../mapping/template.ts'
import { cut } from '../mapping/text.ts'

/** Gives a rendered text the form of its field, or says why it cannot have it. */
type Shape = { max: number; form: (text: string) => string | undefined; expected: string }

/** One line, cut rather than refused: an alert that is too long is still an alert. */
const line = (max: number): Shape => ({
  max: 8192,
  form: (text) => cut(text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim(), max),
  expected: `one line of at most ${max} characters`,
})
const text = (max: number): Shape => ({ max, form: (text) => text, expected: `at most ${max} characters` })
const oneOf = (words: readonly string[]): Shape => ({
  max: 100,
  form: (text) => words.find((word) => word.toLowerCase() === text.trim().toLowerCase()),
  expected: `one of ${words.join(', ')}`,
})
const matching = (pattern: RegExp, expected: string): Shape => ({
  max: 254,
  form: (text) => (pattern.test(text.trim()) ? text.trim() : undefined),
  expected,
})
/** As the API itself takes one: what came in here can be sent back there. */
const email =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i

interface TextSchema {
  enum?: string[]
  format?: string
  pattern?: string
  maxLength?: number
  'x-form'?: string
}

/** The shape that the schema of a field asks for. */
function shapeOf(schema: TextSchema): Shape {
  if (schema.enum) return oneOf(schema.enum)
  if (schema.format === 'email') return matching(email, 'an e-mail address')
  if (schema.pattern && schema.maxLength === undefined)
    return matching(new RegExp(schema.pattern), schema['x-form']!.replace(/^must be /, ''))
  return schema.pattern ? line(schema.maxLength!) : text(schema.maxLength!)
}

type IncidentField = Exclude<keyof CreateIncident, 'state' | 'notify_stakeholders'>
const { state: _, ...incidentFields } = incident.writable

const shapes = {
  ...(Object.fromEntries(
    Object.entries(incidentFields).map(([name, schema]) => [name, shapeOf(innerOf(schema))]),
  ) as Record<IncidentField, Shape>),
  /** Belongs to the alert, not to the incident: the same key while an incident is open is the same alert. */
  dedup_key: text(8192),
  /** Written when an incident is resolved. */
  work_note: text(8192),
} satisfies Record<string, Shape>

type Target = keyof typeof shapes
export const targets = Object.keys(shapes) as Target[]
const isTarget = (name: string): name is Target => Object.hasOwn(shapes, name)

export type Mapping = Partial<Record<Target, Template>>

const errorAt = (field: string, code: string, message: string): FieldError => ({
  field,
  pointer: `/${field.replaceAll('.', '/')}`,
  code,
  message: `${field} ${message}`,
})

/** Every template can be read, every target exists, and what the action needs is there. */
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

export interface Mapped {
  incident: CreateIncident
  dedup_key: string | undefined
  work_note: string | undefined
}

/** What a payload becomes; a field that is left empty is left out. Throws a 400 that names what cannot be used. */
export function mapPayload(mapping: Mapping, payload: unknown, required: Target): Mapped {
  const errors: FieldError[] = []
  const values: Partial<Record<Target, string>> = {}
  for (const [name, template] of Object.entries(mapping) as [Target, Template][]) {
    const { max, form, expected } = shapes[name]
    const rendered = render(template, payload, max)
    const value = rendered.trim() && form(rendered)
    if (value === '') continue
    if (value === undefined)
      errors.push(
        errorAt(name, 'unusable', `must be ${expected}, but the mapping gives "${cut(rendered, 100)}"`),
      )
    else values[name] = value
  }
  if (values[required] === undefined && errors.every(({ field }) => field !== required))
    errors.push(errorAt(required, 'empty', 'is required, and the mapping leaves it empty'))
  if (errors.length > 0) throw invalid(errors)
  const { dedup_key, work_note, ...incident } = values
  return { incident: incident as unknown as CreateIncident, dedup_key, work_note }
}
