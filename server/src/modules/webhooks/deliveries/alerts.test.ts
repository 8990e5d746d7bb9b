import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Notification } from '../../../../../console/src/api/schema.d.ts'
import { startApp, tokenOf } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import { makeUser } from '../../../../test/identity/key-owners.ts'
import { driveIncidents, expectOk, type ListPage } from '../../../../test/incidents.ts'
import { MailServer } from '../../../../test/mail-server.ts'
import { driveOutbound, type Webhook } from '../../../../test/outbound.ts'
import { startReceiver } from '../../../../test/receiver.ts'

const receiver = await startReceiver()
const mail = await new MailServer().listen()
const app = await startApp({
  ...receiver.env,
  WEBHOOK_RETRY_DELAYS: '0,0,0,0',
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  BASE_URL: 'https://desk.example.com',
})
const outbound = driveOutbound(app, receiver.url)
const incidents = driveIncidents(app)
const body = { name: 'Network', email: 'network@example.com', roles: ['itsm_manager'] }
const made = expectOk<Record<'client_id' | 'client_secret', string>>(
  await app.call('POST', '/clients', { body }),
  201,
)
const owner = await tokenOf(app.http, made.client_id, made.client_secret)
beforeEach(async () => {
  for (const { id } of (await outbound.list()).data) await outbound.remove(id)
  mail.received.length = 0
  receiver.received.length = 0
  receiver.answer = { status: 500 }
})
afterAll(async () => {
  await app.close()
  await mail.close()
})

const notificationsOf = async ({ id }: Webhook, as = owner): Promise<Notification[]> => {
  const { data } = expectOk<ListPage<Notification>>(await app.call('GET', '/notifications', { as }), 200)
  return data.filter(({ subject_id }) => subject_id === id)
}
const create = (body: object = {}) => outbound.create(body, { as: owner })

/** Lets so many more deliveries of this webhook fail permanently. */
async function fail(webhook: Webhook, count: number): Promise<void> {
  const { total } = await outbound.deliveries(webhook.id)
  for (let i = 0; i < count; i++) await incidents.create()
  await outbound.reached(webhook.id, total + count, 'failed')
}
/** The queued alerts, and whether they wait for a quarter of an hour after the last one. */
const alertJobs = ({ id }: Webhook) =>
  app.query<{
    in_time: boolean
  }>(`select jobs.run_at - alerted_at between interval '15 min' and '15 min 1 s' as in_time
    from jobs, outbound_webhooks w where type = 'alert-webhook-owner' and payload ->> 'webhook_id' = w.id and w.id = '${id}'`)
const unheard = async ({ id }: Webhook) =>
  (
    await app.query<{ n: number }>(`select unalerted_failures as n from outbound_webhooks where id = '${id}'`)
  )[0]!.n
/** Makes queued alerts due now. */
const tryAlerts = () => app.query(`update jobs set run_at = now() where type = 'alert-webhook-owner'`)
const passQuarterHour = ({ id }: Webhook) =>
  app.query(`update outbound_webhooks set alerted_at = alerted_at - interval '15 minutes' where id = '${id}'`)

test('the owner is notified once, in the service and by email, and no one else', async () => {
  const webhook = await create({ name: 'Pager' })
  await fail(webhook, 1)
  const [notification] = (await eventually(
    async () => (await notificationsOf(webhook)).length > 0 && notificationsOf(webhook),
  )) as Notification[]
  expect(notification).toMatchObject({
    kind: 'webhook.delivery_failed',
    title: 'Webhook Pager: 1 delivery failed',
    message: expect.stringContaining(webhook.id),
    subject_id: webhook.id,
    url: `https://desk.example.com/webhooks/outbound/${webhook.id}`,
  })
  await eventually(() => mail.received.length === 1)
  expect(mail.received[0]!.to).toEqual(['network@example.com'])
  expect(mail.received[0]!.headers).toContainEqual(['subject', 'Webhook Pager: 1 delivery failed'])
  expect(mail.received[0]!.text).toContain(notification!.url)
  expect(receiver.received).toHaveLength(5)
  expect(await notificationsOf(webhook)).toHaveLength(1)
  for (const as of [await app.tokenFor('itsm_manager'), await app.tokenFor('super_admin')])
    expect(await notificationsOf(webhook, as)).toEqual([])
})

test('a success, also a late one, causes no alert', async () => {
  receiver.answer = (_request, count) => ({ status: count < 5 ? 500 : 200 })
  const webhook = await create()
  await incidents.create()
  await outbound.reached(webhook.id, 1, 'delivered')
  expect(receiver.received).toHaveLength(5)
  expect(await alertJobs(webhook)).toEqual([])
  expect(await unheard(webhook)).toBe(0)
})

test('further failures are collected for a quarter of an hour into one alert', async () => {
  const webhook = await create({ name: 'Pager' })
  await fail(webhook, 1)
  await eventually(async () => (await notificationsOf(webhook)).length === 1)
  await fail(webhook, 3)
  expect(await alertJobs(webhook)).toEqual([{ in_time: true }])
  expect(await unheard(webhook)).toBe(3)
  expect(await notificationsOf(webhook)).toHaveLength(1)

  await passQuarterHour(webhook)
  await tryAlerts()
  await eventually(async () => (await notificationsOf(webhook)).length === 2)
  expect((await notificationsOf(webhook))[0]!.title).toBe('Webhook Pager: 3 deliveries failed')
  expect(await unheard(webhook)).toBe(0)
  await eventually(() => mail.received.length === 2)
  expect(await alertJobs(webhook)).toEqual([])
})

test('an alert that is due too soon waits for its quarter of an hour', async () => {
  const webhook = await create({ name: 'Pager' })
  await fail(webhook, 1)
  await eventually(async () => (await notificationsOf(webhook)).length === 1)
  await fail(webhook, 2)
  await app.query(`create table told_jobs as select id from jobs where type = 'alert-webhook-owner'`)
  await tryAlerts()
  await eventually(async () => (await app.query('select from jobs join told_jobs using (id)')).length === 0)
  expect(await notificationsOf(webhook)).toHaveLength(1)
  expect(await unheard(webhook)).toBe(2)
  expect(await alertJobs(webhook)).toEqual([{ in_time: true }])
})

test('each webhook has its own alerts', async () => {
  const [one, other] = [
    await create({ name: 'One' }),
    await create({ name: 'Other', url: `${receiver.url}/other` }),
  ]
  await fail(one, 1)
  await outbound.reached(other.id, 1, 'failed')
  const titles = await eventually(async () => {
    const notification = [...(await notificationsOf(one)), ...(await notificationsOf(other))]
    return notification.length === 2 && notification.map(({ title }) => title)
  })
  expect(titles).toEqual(['Webhook One: 1 delivery failed', 'Webhook Other: 1 delivery failed'])
})

test('of many concurrent failures none is left out', async () => {
  const webhook = await create({ name: 'Pager' })
  await Promise.all(Array.from({ length: 30 }, () => incidents.create()))
  await outbound.reached(webhook.id, 30, 'failed')
  await eventually(async () => (await notificationsOf(webhook)).length === 1)
  if ((await unheard(webhook)) > 0) {
    await passQuarterHour(webhook)
    await tryAlerts()
    await eventually(async () => (await notificationsOf(webhook)).length === 2)
  }
  const counts = (await notificationsOf(webhook)).map(({ title }) => Number(/(\d+) deliver/.exec(title)![1]))
  expect(counts.reduce((sum, count) => sum + count)).toBe(30)
})

test('an owner gets no alert about a deleted webhook', async () => {
  const webhook = await create()
  await fail(webhook, 1)
  await eventually(async () => (await notificationsOf(webhook)).length === 1)
  await fail(webhook, 1)
  await outbound.remove(webhook.id)
  await passQuarterHour(webhook)
  await tryAlerts()
  await eventually(async () => (await alertJobs(webhook)).length === 0)
  expect(await notificationsOf(webhook)).toHaveLength(1)
})

test('an owner who may no longer manage webhooks is replaced by all managers; others have their present address', async () => {
  const [left, manager] = [await makeUser(app, 'itsm_agent'), await makeUser(app, 'itsm_manager')]
  const webhook = await create({ name: 'Pager' })
  const give = (owner_id: string) =>
    app.query(
      `update outbound_webhooks set owner_id = '${owner_id}', owner_email = 'old@example.com' where id = '${webhook.id}'`,
    )
  const recipients = () => mail.received.flatMap(({ to }) => to)
  await give(left.id)
  await fail(webhook, 1)
  await eventually(() => recipients().includes(manager.email))
  expect(recipients()).not.toContain(left.email)
  await eventually(async () => (await app.query(`select from jobs where type = 'send-mail'`)).length === 0)
  mail.received.length = 0
  await give(manager.id)
  await passQuarterHour(webhook)
  await fail(webhook, 1)
  await eventually(() => mail.received.length > 0)
  expect(recipients()).toEqual([manager.email])
})
