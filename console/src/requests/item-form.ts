import { upperFirst } from '@mantine/hooks'
import type { Draft, Field } from '../records/field-input.tsx'
import { requests } from '../words/requests.ts'

/** The subset of JSON Schema that the form uses; the service validates all of it. */
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

/** Prefix of item fields, which matches the field names in validation errors. */
const prefix = 'variables.'

const asLabel = (name: string) => upperFirst(name.replaceAll(/[_-]+/g, ' '))

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
  const hint = property.description ?? (kind === 'json' ? requests.asJson : undefined)
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

/** The form fields of a catalogue item, from its schema. */
export const fieldsFrom = (schema: Schema | null): Field[] =>
  propertiesOf(schema).map(([name, property]) =>
    fieldOf(name, property, schema?.required?.includes(name) ?? false),
  )

/** Form inputs hold text; choices are converted back to the types of the schema. */
function toValue(property: Property, given: unknown): unknown {
  const chosen = (values: unknown[], text: unknown) => values.find((value) => asText(value) === text) ?? text
  if (property.enum) return chosen(property.enum, given)
  const choices = property.items?.enum
  if (choices && Array.isArray(given)) return given.map((text) => chosen(choices, text))
  if (kindOf(property) !== 'json' || typeof given !== 'string') return given
  try {
    return JSON.parse(given) as unknown
  } catch {
    return given // left for the service to refuse
  }
}

function toInputValue(property: Property, value: unknown): unknown {
  if (property.enum) return value === undefined ? undefined : asText(value)
  if (property.items?.enum && Array.isArray(value)) return value.map(asText)
  return kindOf(property) === 'json' && value !== undefined ? JSON.stringify(value) : value
}

/** The variables of a request as form values. */
export const toDraft = (schema: Schema | null, variables: Record<string, unknown>): Draft =>
  Object.fromEntries(
    propertiesOf(schema).map(([name, property]) => [prefix + name, toInputValue(property, variables[name])]),
  )

export const defaultDraft = (schema: Schema | null): Draft =>
  toDraft(
    schema,
    Object.fromEntries(propertiesOf(schema).map(([name, property]) => [name, property.default])),
  )

/** Converts form values to variables; cleared fields are left out. */
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
