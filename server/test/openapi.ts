import { apiRoot } from '../src/http/api.ts'
import { roles, type Role } from '../src/kernel/actor.ts'
import type { TestApp } from './app.ts'

export interface Operation {
  /** `GET /clients/{id}` */
  name: string
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  roles: Role[]
  description: Record<string, unknown>
}

export interface ApiDocument {
  openapi: string
  paths: Record<string, Record<string, Record<string, unknown>>>
  webhooks: Record<string, Record<string, Record<string, unknown>>>
  components: Record<string, Record<string, unknown>>
}

/** Resolves a reference; any other value is returned unchanged. */
export function follow<T>({ components }: Pick<ApiDocument, 'components'>, value: T): T {
  const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec((value as { $ref?: string })?.$ref ?? '') ?? []
  return kind ? { ...(components[kind]![name!] as T), ...value, $ref: undefined } : value
}

const rolesOf = (allowed: string[] = []) => (allowed.includes('everyone') ? [...roles] : (allowed as Role[]))

/** Resolves all references at any depth, and merges schemas with those that they extend. */
export function inlined<T>(document: Pick<ApiDocument, 'components'>, value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each: unknown) => inlined(document, each)) as T
  const entries = Object.entries(follow(document, value)).filter(([, each]) => each !== undefined)
  return merged(
    Object.fromEntries(entries.map(([name, each]) => [name, inlined(document, each as unknown)])),
  ) as T
}

interface Schema {
  allOf?: Schema[]
  properties?: object
  required?: string[]
  unevaluatedProperties?: boolean
}

function merged({ allOf, unevaluatedProperties, ...schema }: Schema): Schema {
  if (!allOf) return schema
  const all = [...allOf, schema]
  return {
    ...Object.assign({}, ...allOf),
    ...schema,
    properties: Object.assign({}, ...all.map(({ properties }) => properties)) as object,
    required: all.flatMap(({ required = [] }) => required),
    ...(unevaluatedProperties === false && { additionalProperties: false }),
  }
}

export const documentOf = async (app: TestApp): Promise<ApiDocument> =>
  (await app.http.inject(`${apiRoot}/openapi.json`)).json<ApiDocument>()

/** The operations of the API, one per method and path; not those of OAuth beside it. */
export async function operationsOf(app: TestApp): Promise<Operation[]> {
  const { paths } = await documentOf(app)
  const ofApi = Object.entries(paths).filter(([path]) => path.startsWith(apiRoot))
  return ofApi.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, description]) => ({
      name: `${method.toUpperCase()} ${path.replace(apiRoot, '')}`,
      method: method.toUpperCase() as Operation['method'],
      path,
      roles: rolesOf(description['x-roles'] as string[]),
      description,
    })),
  )
}
