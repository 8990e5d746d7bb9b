import type { ApiKeyWithSecret } from '../../../console/src/api/schema.d.ts'
import type { Role } from '../../src/kernel/actor.ts'
import type { TestApp } from '../app.ts'
import { tokenOfUser } from './mint.ts'

export type { ApiKeyWithSecret }

export const makeKey = async (app: TestApp, as: string, body: object = {}): Promise<ApiKeyWithSecret> =>
  (
    await app.call('POST', '/profile/api-keys', { as, body: { name: 'a key', ...body } })
  ).json<ApiKeyWithSecret>()

export const listKeys = async (app: TestApp, as: string) =>
  (await app.call('GET', '/profile/api-keys', { as })).json<{ data: ApiKeyWithSecret[]; total: number }>()

/** A user with a token, as if signed in. */
export async function makeUser(
  app: TestApp,
  ...roles: Role[]
): Promise<{ id: string; email: string; token: string }> {
  const email = `${crypto.randomUUID()}@example.com`
  const { id } = (await app.call('POST', '/users', { body: { email, roles } })).json<{ id: string }>()
  return { id, email, token: await tokenOfUser(app, id) }
}
