import { isRepeated } from '../records/is-repeated.ts'
import { catalog } from '../words/requests.ts'
import { kindOf, type Property, type Schema } from './item-form.ts'

export type ItemKind = keyof typeof catalog.kinds

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
  const schemas: Record<ItemKind, Property> = {
    text: { type: 'string' },
    long: { type: 'string', maxLength: 4000 },
    email: { type: 'string', format: 'email' },
    date: { type: 'string', format: 'date' },
    time: { type: 'string', format: 'date-time' },
    integer: { type: 'integer' },
    number: { type: 'number' },
    flag: { type: 'boolean' },
    choice: { enum: choices },
    choices: { type: 'array', items: { enum: choices } },
  }
  return schemas[kind]
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
  return kind in catalog.kinds ? (kind as ItemKind) : 'text'
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
