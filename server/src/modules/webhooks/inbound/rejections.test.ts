import { afterAll, expect, test } from 'vitest'
import type { Notification } from '../../../../../console/src/api/schema.d.ts'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { makeUser } from '../../../../test/identity/key-owners.ts'
import { driveInbound, type InboundWebhook } from '../../../../test/inbound.ts'
import { expectOk, type ListPage } from '../../../../test/incidents.ts'
import { MailServer } from '../../../../test/mail-server.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { runTwice } from '../../../../test/ageing.ts'

const mail = await new MailServer().listen()
const app = await startApp({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` })
const inbound = driveInbound(app)
afterAll(async () => {
  await app.close()
  await mail.close()
})

const owner = await makeUser(app, 'itsm_manager')
const create = (body: object = {}): Promise<InboundWebhook> => inbound.create(body, { as: owner.token })

const notificationsAbout = async (name: string, as = owner.token): Promise<Notification[]> => {
  const { data } = expectOk<ListPage<Notification>>(await app.call('GET', '/notifications', { as }), 200)
  return data.filter(({ title }) => title.includes(name))
}
const whenNotified = (name: string) =>
  eventually(async () => (await notificationsAbout(name)).length > 0 && notificationsAbout(name))

test('a call with a wrong signature is listed without its content, and its owner is told once a day', async () => {
  const webhook = await create({ name: 'Wrong key', secret_enabled: true })
  const send = async () =>
    expectProblem(
      await inbound.send(webhook, { title: 'secret words' }, { 'x-service-signature': '0'.repeat(64) }),
      401,
      'unauthenticated',
    )
  await send()
  expect((await inbound.calls(webhook)).data).toMatchObject([
    { status: 'rejected', incident_id: null, error: { code: 'unauthenticated' }, payload: '' },
  ])
  const [told] = (await whenNotified('Wrong key')) as Notification[]
  expect(told).toMatchObject({
    kind: 'webhook.calls_rejected',
    title: 'Inbound webhook Wrong key rejects calls',
    message: expect.stringContaining(
      'the signature is missing or wrong, or its time is more than five minutes off',
    ) as string,
  })
  const sent = await eventually(async () => mail.received.length > 0 && mail.received)
  for (const text of [JSON.stringify(told), JSON.stringify(sent)]) {
    expect(text).not.toContain('secret words')
    expect(text).not.toContain(webhook.id)
  }
  await send()
  await inbound.calls(webhook)
  await runAgain(webhook)
  expect(await notificationsAbout('Wrong key')).toHaveLength(1)
  await app.query(`update notifications set cause = cause || ' yesterday' where title like '%Wrong key%'`)
  await runAgain(webhook)
  expect(await notificationsAbout('Wrong key')).toHaveLength(2)
})

/** As another process does, or this one an hour later. */
async function runAgain({ id }: InboundWebhook): Promise<void> {
  const type = 'alert-rejected-calls'
  await app.query(`insert into jobs (type, payload) values ('${type}', '{"webhook_id": "${id}"}')`)
  await eventually(async () => (await app.query(`select from jobs where type = '${type}'`)).length === 0)
}

test('an unusable payload and one that is too large are told, too', async () => {
  const webhook = await create({
    name: 'Odd mapping',
    field_mapping: { short_description: 'x', priority: '{{ p }}' },
  })
  expectProblem(await inbound.send(webhook, { p: 'lost' }), 400, 'validation_error')
  await whenNotified('Odd mapping')
  expect((await notificationsAbout('Odd mapping'))[0]!.message).toContain('the payload cannot be used')
  const large = await create({ name: 'Large' })
  expectProblem(await inbound.send(large, 'x'.repeat(300_000)), 413, 'payload_too_large')
  await whenNotified('Large')
  expect((await notificationsAbout('Large'))[0]!.message).toContain('larger than 256 KiB')
})

test('refused calls neither displace accepted ones nor add up', async () => {
  const webhook = await create({ name: 'Flooded' })
  expect((await inbound.taken(webhook, { title: 'Down' })).status).toBe('created')
  await app.query(`insert into inbound_events (id, webhook_id, received_at, status, error, payload)
    select 'in_flood' || n, '${webhook.id}', now(), 'rejected', '{"code": "unauthenticated", "message": "x"}', ''
    from generate_series(1, 150) as n`)
  await runTwice(app, 'tidy-inbound')
  const { data, total } = await inbound.calls(webhook)
  expect(total).toBe(21)
  expect(data.filter(({ status }) => status === 'created')).toHaveLength(1)
  const { data: healths } = expectOk<{ data: { webhook_id: string }[] }>(
    await app.call('GET', '/webhooks/inbound/health'),
    200,
  )
  expect(healths.find(({ webhook_id }) => webhook_id === webhook.id)).toMatchObject({
    last_call: { status: 'created' },
  })
})
