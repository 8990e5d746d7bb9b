import { apiRoot } from '../src/http/api.ts'
import type { Role } from '../src/kernel/actor.ts'
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
  components: { schemas: Record<string, unknown> }
}

export const documentOf = async (app: TestApp): Promise<ApiDocument> =>
  (await app.http.inject(`${apiRoot}/openapi.json`)).json<ApiDocument>()

/** What the service says of itself, one entry per method and address. */
export async function operationsOf(app: TestApp): Promise<Operation[]> {
  const { paths } = await documentOf(app)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, description]) => ({
      name: `${method.toUpperCase()} ${path.replace(apiRoot, '')}`,
      method: method.toUpperCase() as Operation['method'],
      path,
      roles: (description['x-roles'] ?? []) as Role[],
      description,
    })),
  )
}
