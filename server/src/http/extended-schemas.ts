import { isDeepStrictEqual } from 'node:util'
import { referTo } from './repeated-parts.ts'

interface ObjectSchema {
  type: 'object'
  properties: Record<string, unknown>
  required?: string[]
  additionalProperties?: unknown
  [keyword: string]: unknown
}

type Schemas = Record<string, unknown>

/** Fewer shared fields than this are shorter without a base. */
const minShared = 3

/**
 * Fields that several components have in common are said once: a component that has all of another and more extends it,
 * and the bodies that create and update a record extend `<Record>Fields`.
 */
export function extendSchemas(schemas: Schemas): Schemas {
  const objects = Object.entries(schemas).filter((entry): entry is [string, ObjectSchema] =>
    isObject(entry[1]),
  )
  const all = new Map(objects)
  const extended = new Map<string, object>()
  for (const [name, schema] of all) {
    const bases = objects.filter(([, base]) => isExtensionOf(schema, base))
    const [base] = bases.toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one))
    if (base) extended.set(name, without(schema, base[0], base[1]))
  }
  const fields: Schemas = {}
  for (const name of all.keys()) {
    const [create, update] = [all.get(`Create${name}`), all.get(`Update${name}`)]
    if (!create || !update) continue
    const base: ObjectSchema = { type: 'object', properties: sharedBy(create, update) }
    if (sizeOf(base) < minShared) continue
    fields[`${name}Fields`] = base
    extended.set(`Create${name}`, without(create, `${name}Fields`, base))
    extended.set(`Update${name}`, without(update, `${name}Fields`, base))
  }
  return { ...schemas, ...fields, ...Object.fromEntries(extended) }
}

const isObject = (schema: unknown): schema is ObjectSchema =>
  (schema as ObjectSchema).type === 'object' && 'properties' in (schema as ObjectSchema)

const sizeOf = ({ properties }: ObjectSchema) => Object.keys(properties).length

/** Has every field of the base, as it is there, and more; neither refuses unknown fields. */
const isExtensionOf = (schema: ObjectSchema, base: ObjectSchema): boolean =>
  sizeOf(base) >= minShared &&
  sizeOf(base) < sizeOf(schema) &&
  schema.additionalProperties === undefined &&
  base.additionalProperties === undefined &&
  Object.keys(base.properties).every((name) => isSame(name, base, schema))

const isSame = (name: string, one: ObjectSchema, other: ObjectSchema): boolean =>
  isDeepStrictEqual(one.properties[name], other.properties[name]) &&
  isRequired(one, name) === isRequired(other, name)

const isRequired = ({ required = [] }: ObjectSchema, name: string) => required.includes(name)

/** The optional fields of both. */
const sharedBy = (create: ObjectSchema, update: ObjectSchema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(create.properties).filter(
      ([name]) => isSame(name, create, update) && !isRequired(create, name),
    ),
  )

/**
 * The schema with the fields of its base replaced by a reference. Many generators of clients ignore what is beside
 * `allOf`, and what one of its parts requires of another.
 */
function without(schema: ObjectSchema, name: string, base: ObjectSchema): object {
  const { type, required = [], properties, additionalProperties, ...rest } = schema
  const own = Object.entries(properties).filter(([field]) => !(field in base.properties))
  const ownRequired = required.filter((field) => !(field in base.properties))
  return {
    allOf: [
      referTo('schemas', name),
      ...(own.length > 0
        ? [
            {
              type,
              ...(ownRequired.length > 0 && { required: ownRequired }),
              properties: Object.fromEntries(own),
            },
          ]
        : []),
    ],
    // `additionalProperties` would refuse the fields of the base.
    ...(additionalProperties === false && { unevaluatedProperties: false }),
    ...rest,
  }
}
