import type { Listing } from './listing.ts'
import type { paths } from './schema.ts'

/**
 * A method of a resource is one line, `'<verb> <path>'`, and its types follow from the API description. Path parameters
 * become the first arguments. The verbs are those of HTTP, and two more for GET: LIST returns all pages, FIND takes the query
 * as an argument. `body` at the end says that the method takes one.
 */
type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type PathsWith<V extends Verb> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<V>, { responses: unknown }> ? P : never
}[keyof paths] &
  string

type WithoutBody = { [V in Verb]: `${V} ${PathsWith<V>}` }[Verb]
export type CallSpec = WithoutBody | `${WithoutBody} body` | `${'LIST' | 'FIND'} ${PathsWith<'GET'>}`

export interface CallTable {
  readonly [name: string]: CallSpec | CallTable
}

type Operation<V extends string, P extends string> = P extends keyof paths
  ? Lowercase<V> extends keyof paths[P]
    ? paths[P][Lowercase<V>]
    : never
  : never

type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : undefined
type Answer<Op> = Op extends { responses: infer Responses }
  ? Json<Responses[keyof Responses & (200 | 201 | 202 | 204)]>
  : never
type Body<Op> = Op extends { requestBody?: infer Content } ? Json<NonNullable<Content>> : never
type Query<Op> = Op extends { parameters: { query?: infer Parameters } } ? NonNullable<Parameters> : never
type Item<List> = List extends { data: (infer Record)[] } ? Record : never

/** One id for each `{name}` of the path; versions are numbers. */
type PathArguments<P extends string, Op> = P extends `${string}{${infer Name}}${infer Rest}`
  ? [id: PathParameter<Op, Name>, ...PathArguments<Rest, Op>]
  : []
type PathParameter<Op, Name extends string> = Op extends { parameters: { path: Record<Name, number> } }
  ? number | string
  : string

export interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
}

export interface VersionOptions {
  /** The `version` of the record that you have: fails with a ConflictError if it has changed since. */
  ifVersion?: number
}

export interface IdempotencyOptions {
  /** To repeat the call yourself, also after a restart; without it every call gets a key of its own. */
  idempotencyKey?: string
}

export type PostOptions = CallOptions & IdempotencyOptions

/** The headers that the service reads, so that no option is offered that does nothing. */
type HeaderNames<Op> = Op extends { parameters: { header?: infer Headers extends object } }
  ? keyof Headers
  : never
type OptionsOf<Op> = CallOptions &
  ('If-Match' extends HeaderNames<Op> ? VersionOptions : unknown) &
  ('Idempotency-Key' extends HeaderNames<Op> ? IdempotencyOptions : unknown)
type WithQuery<Op> = [Query<Op>] extends [never] ? OptionsOf<Op> : OptionsOf<Op> & { query?: Query<Op> }

/** Bodies and queries whose fields are all optional may be left out. */
type BodyArgument<B> = [B] extends [never] ? [] : Record<string, never> extends B ? [body?: B] : [body: B]
type QueryArgument<Q> = [Q] extends [never]
  ? [query?: never]
  : Record<string, never> extends Q
    ? [query?: Q]
    : [query: Q]

type FindArguments<P extends string, Op = Operation<'GET', P>> = [
  ...PathArguments<P, Op>,
  ...QueryArgument<Query<Op>>,
  options?: CallOptions,
]

export type Call<Spec> = Spec extends `LIST ${infer P}`
  ? (...args: FindArguments<P>) => Listing<Item<Answer<Operation<'GET', P>>>>
  : Spec extends `FIND ${infer P}`
    ? (...args: FindArguments<P>) => Promise<Answer<Operation<'GET', P>>>
    : Spec extends `${infer V} ${infer P} body`
      ? (
          ...args: [
            ...PathArguments<P, Operation<V, P>>,
            ...BodyArgument<Body<Operation<V, P>>>,
            options?: WithQuery<Operation<V, P>>,
          ]
        ) => Promise<Answer<Operation<V, P>>>
      : Spec extends `${infer V} ${infer P}`
        ? (
            ...args: [...PathArguments<P, Operation<V, P>>, options?: WithQuery<Operation<V, P>>]
          ) => Promise<Answer<Operation<V, P>>>
        : never

/** The methods of a table. */
export type Resource<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends string ? Call<Table[Name]> : Resource<Table[Name]>
}
