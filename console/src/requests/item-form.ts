import type { Draft, Field } from '../records/field-input.tsx'
import { words } from '../words.ts'

/** What of JSON Schema the form looks at; the service checks all of it. */
export interface Property {
  type?: string
  title?: string
  description?: string
  format?: string
  enum?: unknown[]
  maxLength?: number
  items?: Property
  default?: unknown
}

export interface Schema {
  type?: string
  required?: string[]
  properties?: Record<string, Property>
  [keyword: string]: unknown
}

/** So that its fields stand beside the request's own, and the service's complaints find them. */
const prefix = 'variables.'

const asLabel = (name: string) => {
  const spaced = name.replaceAll(/[_-]+/g, ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

export const kindOf = (property: Property): NonNullable<Field['kind']> | 'json' => {
  if (property.enum) return 'choice'
  switch (property.type) {
    case 'string':
      if (property.format === 'date') return 'date'
      if (property.format === 'date-time') return 'time'
      return (property.maxLength ?? 0) >= 1000 ? 'long' : 'text'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'flag'
    case 'array':
      if (property.items?.enum) return 'choices'
      return property.items?.type === 'string' ? 'tags' : 'json'
    default:
      return 'json'
  }
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const choiceOf = (value: unknown) => ({ value: asText(value), label: asText(value) })

function fieldOf(name: string, property: Property, isRequired: boolean): Field {
  const kind = kindOf(property)
  const values = property.enum ?? property.items?.enum
  const hint = property.description ?? (kind === 'json' ? words.requests.asJson : undefined)
  return {
    name: prefix + name,
    label: property.title ?? asLabel(name),
    kind: kind === 'json' ? 'long' : kind,
    required: isRequired && kind !== 'flag',
    ...(values && { choices: values.map(choiceOf) }),
    ...(hint && { hint }),
  }
}

const propertiesOf = (schema: Schema | null) => Object.entries(schema?.properties ?? {})

/** The form of whoever requests an item, from what the item says it needs. */
export const fieldsFrom = (schema: Schema | null): Field[] =>
  propertiesOf(schema).map(([name, property]) =>
    fieldOf(name, property, schema?.required?.includes(name) ?? false),
  )

/** A form knows only texts where the item may have numbers: each choice is sent as the item has it. */
function toValue(property: Property, given: unknown): unknown {
  const chosen = (values: unknown[], text: unknown) => values.find((value) => asText(value) === text) ?? text
  if (property.enum) return chosen(property.enum, given)
  const choices = property.items?.enum
  if (choices && Array.isArray(given)) return given.map((text) => chosen(choices, text))
  if (kindOf(property) !== 'json' || typeof given !== 'string') return given
  try {
    return JSON.parse(given) as unknown
  } catch {
    return given // the service says what is wrong with it
  }
}

function toShown(property: Property, value: unknown): unknown {
  if (property.enum) return value === undefined ? undefined : asText(value)
  if (property.items?.enum && Array.isArray(value)) return value.map(asText)
  return kindOf(property) === 'json' && value !== undefined ? JSON.stringify(value) : value
}

/** The variables as fields of the form. */
export const toDraft = (schema: Schema | null, variables: Record<string, unknown>): Draft =>
  Object.fromEntries(
    propertiesOf(schema).map(([name, property]) => [prefix + name, toShown(property, variables[name])]),
  )

/** What stands there before anybody has written anything. */
export const usualDraft = (schema: Schema | null): Draft =>
  toDraft(
    schema,
    Object.fromEntries(propertiesOf(schema).map(([name, property]) => [name, property.default])),
  )

/** The fields of a form as the service takes them; one that was emptied is left out. */
export function fromDraft(schema: Schema | null, draft: Draft, before: Record<string, unknown> = {}) {
  const own: Draft = {}
  const variables = { ...before }
  for (const [name, value] of Object.entries(draft)) {
    const property = name.startsWith(prefix) ? schema?.properties?.[name.slice(prefix.length)] : undefined
    if (!property) own[name] = value
    else if (value === null || value === undefined || value === '')
      delete variables[name.slice(prefix.length)]
    else variables[name.slice(prefix.length)] = toValue(property, value)
  }
  return { own, variables }
}
