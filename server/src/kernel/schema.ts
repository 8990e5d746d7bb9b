import { Type, type Static, type TSchema } from 'typebox'
import { roles } from './actor.ts'
import { eventTypes } from './event-types.ts'

/** A schema that the API description lists under this name. */
export const Named = <S extends TSchema>(name: string, schema: S): S => ({ ...schema, 'x-component': name })

export const nameOf = (schema: TSchema): string => (schema as { 'x-component'?: string })['x-component'] ?? ''

/** Without the keywords that only this service reads. */
export const withoutExtensions = (schema: TSchema): object =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key.startsWith('x-') ? undefined : value)),
  ) as object

export const NamedObject = <P extends Record<string, TSchema>>(name: string, properties: P, options = {}) =>
  Named(name, Type.Object(properties, options))

export const NamedBody = <P extends Record<string, TSchema>>(
  name: string,
  properties: P,
  readOnly: readonly string[] = [],
) => Named(name, Body(properties, readOnly))

/** Characters that show nothing, one by one: regular expressions of other languages do not know their Unicode property. */
const unseen =
  '\\s\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0'

/** Single-line text has no control characters or line breaks, and at least one character that can be seen. */
const oneLine = `^(?=.*[^${unseen}])[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$`

export const SingleLine = (maxLength: number, description?: string) =>
  Named(
    `SingleLine${maxLength}`,
    Type.String({
      minLength: 1,
      maxLength,
      pattern: oneLine,
      'x-form': 'must be one line of text and not blank',
      ...(description && { description }),
    }),
  )

export const Text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description && { description }) })

/** Multi-line text that is not blank. */
export const Prose = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', 'x-form': 'must not be blank' })

export const Email = Named('Email', Type.String({ format: 'email', maxLength: 254 }))

/** A time: text in JSON, a Date in a row. */
export type TTimestamp = Type.TString & { format: 'date-time' }
export const Timestamp = Named('Timestamp', Type.String({ format: 'date-time' })) as unknown as TTimestamp

/** In a row, times are Dates. */
export type ValueOf<S extends TSchema> = S extends TTimestamp
  ? Date
  : S extends Type.TUnion<[infer Inner extends TSchema, Type.TNull]>
    ? ValueOf<Inner> | null
    : Static<S>

/** What the database returns for an object of this schema. */
export type StoredRow<S extends Type.TObject> = {
  [name in keyof Static<S>]: ValueOf<S['properties'][name & string]>
}

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

/** The schema without null. */
export const innerOf = (schema: TSchema): TSchema => (schema as { anyOf?: TSchema[] }).anyOf?.[0] ?? schema

/** The fields of an object schema with additional ones. */
export const extend = <P extends Record<string, TSchema>, M extends Record<string, TSchema>>(
  { properties }: { properties: P },
  more: M,
) => Type.Object({ ...properties, ...more })

/** The errors of invalid input by field. */
export const FieldErrors = Type.Array(
  NamedObject('FieldError', {
    field: Type.String(),
    pointer: Type.String(),
    code: Type.String(),
    message: Type.String(),
  }),
)

/** A closed set of values. One enum keyword gives a clearer error than a union of constants. */
export const Enum = <const T extends string[]>(values: readonly [...T], description?: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...(description && { description }) })

/** A response that is not JSON. */
export const Content = (type: string, description?: string) =>
  Type.Unsafe<string>({
    ...(description && { description }),
    content: { [type]: { schema: { type: 'string', ...(type === '*/*' && { format: 'binary' }) } } },
  })

/** A request body: unknown fields are refused by name, read-only fields of the noun are ignored. */
export const Body = <P extends Record<string, TSchema>>(properties: P, readOnly: readonly string[] = []) =>
  Type.Object(properties, { additionalProperties: false, 'x-ignored': readOnly })

export const Query = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

export const OneEventType = Named('EventType', Enum(eventTypes))

export const Roles = Named(
  'Roles',
  Type.Array(Named('Role', Enum(roles)), { minItems: 1, maxItems: roles.length, uniqueItems: true }),
)

/** Text that matches a pattern; the error names the format. */
export const Pattern = (pattern: string, form: string) =>
  Type.String({ pattern, 'x-form': `must be ${form}` })

/** One or more values of a closed set, separated by commas, as a query parameter. The pattern says each value once. */
export const CommaList = (values: readonly string[], description?: string) =>
  Type.String({
    pattern: `^((${values.join('|').replaceAll('.', String.raw`\.`)})(,(?!$)|$))+$`,
    ...(description && { description }),
  })

/** What a text must be, for people. */
export function formOf(schema: Record<string, unknown> = {}): string | undefined {
  const [, values] = /^\^\(\(([^()]+)\)\(,/.exec(String(schema.pattern)) ?? []
  if (!values) return schema['x-form'] as string | undefined
  const listed = values.replaceAll('\\', '').replaceAll('|', ', ')
  return `must be one or more of ${listed}, with commas between them`
}

/** Names separated by commas, as a query parameter. */
export const Names = Named(
  'Names',
  Type.String({
    minLength: 1,
    maxLength: 10_100, // all groups of a user: 100 of 100 characters
    description: 'One value, or several with commas between them',
    'x-form': 'must be one value, or several with commas between them',
  }),
)

export const IpAddress = Named(
  'IpAddress',
  // With `type`, because items without one are compared in pairs when they must be distinct.
  Type.Unsafe<string>({
    type: 'string',
    anyOf: ['ipv4', 'ipv6'].map((format) =>
      Type.String({ format, 'x-form': 'must be an IPv4 or IPv6 address' }),
    ),
  }),
)

/** An object with any fields, bounded by the length of its JSON. */
export const JsonObject = (maxLength: number, description?: string) =>
  Type.Record(Type.String(), Type.Unknown(), {
    'x-max-json': maxLength,
    ...(description && { description }),
  })
