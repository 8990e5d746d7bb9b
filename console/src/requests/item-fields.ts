import { isRepeated } from '../records/is-repeated.ts'
import { kindOf, type Property, type Schema } from './item-form.ts'

export const kinds = [
  'text',
  'long',
  'email',
  'integer',
  'number',
  'flag',
  'choice',
  'choices',
  'date',
  'time',
] as const
export type ItemKind = (typeof kinds)[number]

/** One field of a catalogue item, as a manager edits it. */
export interface ItemField {
  name: string
  label: string
  kind: ItemKind
  hint: string
  choices: string[]
  isRequired: boolean
  /** Other schema keywords, such as a maximum, which are kept. */
  keywords: Record<string, unknown>
}

export const emptyField: ItemField = {
  name: '',
  label: '',
  kind: 'text',
  hint: '',
  choices: [],
  isRequired: false,
  keywords: {},
}

export const hasChoices = (kind: ItemKind) => kind === 'choice' || kind === 'choices'

const schemaOf = (kind: ItemKind, choices: string[]): Property => {
  switch (kind) {
    case 'text':
      return { type: 'string' }
    case 'long':
      return { type: 'string', maxLength: 4000 }
    case 'email':
      return { type: 'string', format: 'email' }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'time':
      return { type: 'string', format: 'date-time' }
    case 'flag':
      return { type: 'boolean' }
    case 'choice':
      return { enum: choices }
    case 'choices':
      return { type: 'array', items: { enum: choices } }
    case 'integer':
    case 'number':
      return { type: kind }
  }
}

/** Undefined if a name is missing, or if two fields have the same one. */
export function toSchema(fields: readonly ItemField[]): Schema | null | undefined {
  if (fields.length === 0) return null
  const names = fields.map(({ name }) => name)
  if (names.some((name, index) => name.trim() === '' || isRepeated(names, index))) return undefined
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const properties = fields.map(({ name, label, hint, kind, choices, keywords }) => [
    name,
    {
      ...(label && { title: label }),
      ...(hint && { description: hint }),
      ...schemaOf(kind, choices),
      ...keywords,
    },
  ])
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties) as Record<string, Property>,
    additionalProperties: false,
  }
}

function itemKindOf(property: Property): ItemKind {
  if (property.format === 'email') return 'email'
  if (property.type === 'integer') return 'integer'
  const kind = kindOf(property)
  return (kinds as readonly string[]).includes(kind) ? (kind as ItemKind) : 'text'
}

function fieldOf(name: string, property: Property, isRequired: boolean): ItemField {
  const { title = '', description = '', ...others } = property
  const kind = itemKindOf(property)
  const choices = (property.enum ?? property.items?.enum ?? []) as string[]
  const said = schemaOf(kind, choices) as Record<string, unknown>
  const keywords = Object.entries(others).filter(([keyword, value]) => !isSame(said[keyword], value))
  return {
    name,
    label: title,
    kind,
    hint: description,
    choices,
    isRequired,
    keywords: Object.fromEntries(keywords),
  }
}

/** Whether its kind describes its type completely. */
const isPlain = ({ choices, keywords }: ItemField) =>
  choices.every((choice) => typeof choice === 'string') &&
  !['type', 'format', 'enum', 'items'].some((keyword) => keyword in keywords)

/** Undefined if the schema uses more than these fields can express; it is then edited as JSON. */
export function fromSchema(schema: Schema | null): ItemField[] | undefined {
  const fields = Object.entries(schema?.properties ?? {}).map(([name, property]) =>
    fieldOf(name, property, schema?.required?.includes(name) ?? false),
  )
  return fields.every(isPlain) && isSame(toSchema(fields), schema) ? fields : undefined
}

/** Compares regardless of key order. */
const isSame = (one: unknown, other: unknown) => ordered(one) === ordered(other)

const ordered = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) => {
    if (key === 'required' && Array.isArray(inner)) return inner.toSorted()
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
