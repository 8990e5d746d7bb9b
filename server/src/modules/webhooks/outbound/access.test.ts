import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { expectOk } from '../../../../test/incidents.ts'
import { driveOutbound, publicName } from '../../../../test/outbound.ts'
import { expectProblem } from '../../../../test/problem.ts'

const app = await startApp({}, publicName)
const outbound = driveOutbound(app)

test('a deleted or unknown webhook is not found at any path', async () => {
  const { id } = await outbound.create()
  expect(expectOk(await outbound.remove(id), 200)).toMatchObject({ id, deleted: true, active: false })
  expect((await outbound.list({ limit: '200' })).data.map((webhook) => webhook.id)).not.toContain(id)
  const before = await outbound.everything()
  for (const gone of [id, 'wh_out_none'])
    for (const [method, path, body] of addressesOf(gone))
      expectProblem(await app.call(method, `/webhooks/outbound/${path}`, { body }), 404, 'not_found')
  expect(await outbound.everything()).toEqual(before)
})

const addressesOf = (id: string) =>
  [
    ['GET', id],
    ['PATCH', id, { name: 'New' }],
    ['DELETE', id],
    ['POST', `${id}/rotate-secret`],
    ['POST', `${id}/test`],
    ['POST', `${id}/replay`, {}],
    ['GET', `${id}/deliveries`],
    ['GET', `${id}/stats`],
    ['GET', `${id}/deliveries/del_none`],
    ['POST', `${id}/deliveries/del_none/replay`],
  ] as const

test('only managers can read and change webhooks', async () => {
  const { id } = await outbound.create()
  const before = await outbound.everything()
  for (const role of ['itsm_agent', 'change_approver', 'knowledge_editor', 'auditor', 'viewer'] as const) {
    const as = await app.tokenFor(role)
    for (const response of [
      await outbound.ask(outbound.defaults, { as }),
      await outbound.read(id, { as }),
      await app.call('GET', '/webhooks/outbound', { as }),
      await outbound.patch(id, { active: false }, { as }),
      await outbound.rotate(id, { as }),
      await outbound.remove(id, { as }),
    ])
      expect(expectProblem(response, 403, 'insufficient_role').required_roles).toEqual([
        'itsm_manager',
        'super_admin',
      ])
  }
  expect(await outbound.everything()).toEqual(before)
  const as = await app.tokenFor('itsm_manager')
  expect((await outbound.read(id, { as })).statusCode).toBe(200)
  expect((await outbound.ask(outbound.defaults, { as })).statusCode).toBe(201)
})
