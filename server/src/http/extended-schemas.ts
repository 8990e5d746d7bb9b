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
 * and a record and the bodies that create and update it extend `<Record>Fields`.
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
    const family = [`Create${name}`, `Update${name}`, name].filter(
      (each) => all.has(each) && !extended.has(each),
    )
    const shared = sharedBy(family.map((each) => all.get(each)!))
    if (family.length < 2 || Object.keys(shared).length < minShared) continue
    const base: ObjectSchema = { type: 'object', properties: shared }
    fields[`${name}Fields`] = base
    for (const each of family) extended.set(each, without(all.get(each)!, `${name}Fields`, base))
  }
  return { ...schemas, ...fields, ...Object.fromEntries(extended) }
}

const isObject = (schema: unknown): schema is ObjectSchema =>
  (schema as ObjectSchema).type === 'object' && 'properties' in (schema as ObjectSchema)

const sizeOf = ({ properties }: ObjectSchema) => Object.keys(properties).length

/** Has every field of the base, as it is there, and more; neither refuses unknown fields. */
function isExtensionOf(schema: ObjectSchema, base: ObjectSchema): boolean {
  const names = Object.keys(base.properties)
  return (
    names.length >= minShared &&
    names.length < sizeOf(schema) &&
    schema.additionalProperties === undefined &&
    base.additionalProperties === undefined &&
    names.every(
      (name) =>
        isDeepStrictEqual(base.properties[name], schema.properties[name]) &&
        isRequired(base, name) === isRequired(schema, name),
    )
  )
}

const isRequired = ({ required = [] }: ObjectSchema, name: string) => required.includes(name)

const sharedBy = ([first, ...others]: ObjectSchema[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(first?.properties ?? {}).filter(([name, field]) =>
      others.every(({ properties }) => isDeepStrictEqual(properties[name], field)),
    ),
  )

/** The schema with the fields of its base replaced by a reference. */
function without(schema: ObjectSchema, name: string, base: ObjectSchema): object {
  const { type: _, required = [], properties, additionalProperties, ...rest } = schema
  const fields = Object.entries(properties)
  const added = fields.filter(([field]) => !(field in base.properties))
  const ownRequired = required.filter((field) => !isRequired(base, field))
  // Some generators of clients read what is required only beside fields.
  const own = added.length > 0 ? added : fields.filter(([field]) => ownRequired.includes(field))
  return {
    allOf: [referTo('schemas', name)],
    ...(ownRequired.length > 0 && { required: ownRequired }),
    ...(own.length > 0 && { properties: Object.fromEntries(own) }),
    // `additionalProperties` would refuse the fields of the base.
    ...(additionalProperties === false && { unevaluatedProperties: false }),
    ...rest,
  }
}
