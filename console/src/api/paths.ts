import type { paths } from './schema.d.ts'

type Path = keyof paths
type Method = 'get' | 'post' | 'patch' | 'put' | 'delete'
type PathWith<M extends Method> = { [P in Path]: paths[P] extends Record<M, object> ? P : never }[Path]

type Json<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never
/** The response body of an operation on success. */
type Success<Operation> = Operation extends { responses: infer Responses }
  ? Json<Responses[Extract<keyof Responses, 200 | 201 | 202>]>
  : never

type Read<P extends PathWith<'get'>> = Success<paths[P]['get']>

/** What each path answers, and the parameters of its query. */
export type Reads = { [P in PathWith<'get'>]: Read<P> }
export type QueryOf<P extends PathWith<'get'>> = paths[P] extends {
  get: { parameters: { query?: infer Parameters } }
}
  ? Parameters
  : never

/** Item type of each list, by path. */
export type Items = {
  [P in PathWith<'get'> as Read<P> extends { data: { id: string }[] } ? P : never]: Read<P> extends {
    data: (infer Item extends { id: string })[]
  }
    ? Item
    : never
}

/** `/changes` for `/changes/{id}`. */
type CollectionOf<P> = P extends `${infer Collection}/{${'id' | 'kid' | 'session_id' | 'delivery_id'}}`
  ? Collection
  : never

/** Type of a single record of each collection. */
export type Records = { [P in PathWith<'get'> as CollectionOf<P>]: Read<P> }

/** Type of the response to a creation in each collection. */
export type CreateResponses = { [P in PathWith<'post'>]: Success<paths[P]['post']> }

export type DeletablePath = CollectionOf<PathWith<'delete'>>

/** Sub-resources of a record, such as its history. */
export type Parts = {
  [P in PathWith<'get'> as P extends `${string}/{id}/${string}` ? P : never]: Read<P>
}

/** Collections whose records have this sub-resource. */
type CollectionWith<Part extends string> = keyof Parts extends infer P
  ? P extends `${infer Collection}/{id}/${Part}`
    ? Collection
    : never
  : never

/** Collections whose records can be watched, have an activity list, and take notes. */
export type WatchedPath = CollectionWith<'watchers'>
export type ActivePath = CollectionWith<'activity'>
export type NotedPath = CollectionWith<'notes'>

type PathParameters<P extends Path> = paths[P] extends { [m in Method]?: infer Operation }
  ? Operation extends { parameters: { path: infer Parameters } }
    ? Parameters
    : never
  : never

/** Fills in the parameters of a path. The result keeps the type of the template, which determines the response type. */
export const at = <P extends Path>(path: P, parameters: PathParameters<P>): P =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((parameters as Record<string, unknown>)[name])),
  ) as P

/** Records that have a priority and an assignee. */
export type AssignedPath = '/incidents' | '/changes' | '/requests'
