import { isDeepStrictEqual } from 'node:util'
import { referTo } from './repeated-parts.ts'

type Schema = Record<string, unknown>
type Schemas = Record<string, unknown>

/** A name for fewer uses is longer than the unions. */
const often = 3

/**
 * A plain value that may be null needs no union: `type` may list both. A named one becomes `<Name>OrNull` if it occurs
 * several times.
 */
export function writeNullAsType<D extends { components: { schemas: Schemas } }>(document: D): D {
  const { schemas } = document.components
  const uses = new Map<string, number>()
  replaceNullUnions(document, (one) => {
    const name = nameIn(one, schemas)
    if (name) uses.set(name, (uses.get(name) ?? 0) + 1)
    return undefined
  })
  const orNull = (name: string) => `${name}OrNull`
  const named = [...uses].filter(([, count]) => count >= often).map(([name]) => name)
  const written = replaceNullUnions(document, (one) => {
    const name = nameIn(one, schemas)
    if (name === undefined) return withNull(one)
    return named.includes(name) ? { ...one, ...referTo('schemas', orNull(name)) } : undefined
  }) as D
  const added = named.map((name) => [orNull(name), withNull(schemas[name] as Schema)])
  Object.assign(written.components.schemas, Object.fromEntries(added))
  const text = JSON.stringify(written)
  for (const name of named)
    if (!text.includes(JSON.stringify(referTo('schemas', name).$ref))) delete written.components.schemas[name]
  return written
}

/** The named schema of a plain value that this refers to. */
function nameIn({ $ref }: Schema, schemas: Schemas): string | undefined {
  const name = Object.keys(schemas).find((each) => referTo('schemas', each).$ref === $ref)
  return name !== undefined && withNull(schemas[name] as Schema) ? name : undefined
}

function withNull(schema: Schema): Schema | undefined {
  const { type, enum: values } = schema
  if (typeof type !== 'string' || type === 'object' || 'const' in schema) return undefined
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  }
}

function replaceNullUnions(value: unknown, replace: (one: Schema) => Schema | undefined): unknown {
  if (Array.isArray(value)) return value.map((each) => replaceNullUnions(each, replace))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key, replaceNullUnions(each, replace)])
  const schema = Object.fromEntries(entries) as Schema
  const { anyOf, ...rest } = schema
  const [one, nothing, ...more] = Array.isArray(anyOf) ? (anyOf as Schema[]) : []
  const isNullable = one && more.length === 0 && isDeepStrictEqual(nothing, { type: 'null' })
  const replaced = isNullable ? replace(one) : undefined
  return replaced ? { ...replaced, ...rest } : schema
}
