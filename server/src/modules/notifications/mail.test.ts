import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { freePort } from '../../../test/free-port.ts'
import { driveIncidents, expectOk, type Incidents } from '../../../test/incidents.ts'
import { MailServer, type ReceivedMail } from '../../../test/mail-server.ts'
import { expectProblem } from '../../../test/problem.ts'
import { smtpMailer } from './mail.ts'

const group = 'network'
let app: TestApp
let incidents: Incidents
let server: MailServer
let port: number
beforeAll(async () => {
  port = await freePort()
  server = await new MailServer().listen(port)
  app = await startApp({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SERVICE_INSTANCE: 'R&D: night (EU) <eu>',
    OIDC_ISSUER: 'https://id.example',
    OIDC_AUDIENCE: 'mainstay',
  })
  incidents = driveIncidents(app)
  for (const name of ['ada', 'ben']) {
    const body = { email: `${name}@example.com`, roles: ['itsm_agent'], groups: [group] }
    expectOk(await app.call('POST', '/users', { body }), 201)
  }
})
afterEach(async () => {
  // First, so that refused emails are not sent once the server accepts them.
  await app.query(`delete from jobs where type in ('send-mail', 'send-held-mail')`)
  await app.query('delete from notifications')
  server.mood = 'welcome'
  server.received.length = 0
})
afterAll(async () => {
  await app.close()
  await server.close()
})

interface MailJob {
  attempts: number
  last_error: string | null
  payload: { to: string }
}
const waiting = () => app.query<MailJob>(`select * from jobs where type = 'send-mail' order by id`)
const tryNow = () =>
  app.query(`update jobs set run_at = now() where type = 'send-mail' and claimed_by is null`)
const report = (body: object = {}) =>
  incidents.create({ notify_stakeholders: true, assignment_group: group, priority: 'P1', ...body })
const header = (mail: ReceivedMail, name: string) =>
  mail.headers.filter(([given]) => given === name).map(([, value]) => value)
const failedOnce = () =>
  eventually(async () => (await waiting()).filter(({ last_error }) => last_error).length === 2)

test('the preferences say that e-mail is sent, and can be sent back as they were read', async () => {
  const read = expectOk<object>(await app.call('GET', '/notifications/preferences'), 200)
  expect(read).toMatchObject({ sends_email: true })
  const answer = await app.call('PATCH', '/notifications/preferences', { body: read })
  expect(expectOk(answer, 200)).toEqual(read)
})

test('stakeholders get one email each, with a subject and a text', async () => {
  const { id, url } = await report({
    short_description: 'Das Büro brennt 🔥',
    description: 'Second floor\n\n.Leave it',
  })
  await eventually(() => server.received.length === 2)
  expect(server.received.map(({ to }) => to).toSorted()).toEqual([['ada@example.com'], ['ben@example.com']])
  for (const mail of server.received) {
    expect(header(mail, 'subject')).toEqual([`P1 ${id}: Das Büro brennt 🔥`])
    expect(header(mail, 'from')).toEqual(['"R&D: night (EU) <eu>" <mainstay@localhost>'])
    expect(header(mail, 'to')).toEqual(mail.to)
    expect(header(mail, 'auto-submitted')).toEqual(['auto-generated'])
    expect(header(mail, 'references')).toEqual([`<${id}@localhost>`])
    expect(mail.text).toContain(
      `(P1) for ${group}: Das Büro brennt 🔥\n\nSecond floor\n\n.Leave it\n\n${url}`,
    )
  }
  await eventually(async () => (await waiting()).length === 0)
})

test('a server that is busy is retried, and the incident is not affected', async () => {
  server.mood = 'busy'
  const { id } = await report()
  await failedOnce()
  expect((await waiting())[0]!.last_error).toContain('451')
  expect(await incidents.get(id)).toMatchObject({ state: 'new', version: 1 })
  expect(await app.query(`select from notifications where subject_id = '${id}'`)).toHaveLength(3)
  expect(server.received).toEqual([])
  server.mood = 'welcome'
  await tryNow()
  await eventually(async () => (await waiting()).length === 0)
  expect(server.received).toHaveLength(2)
})

test('what is refused for good is not sent again, and is still in the console', async () => {
  server.mood = 'refuse'
  const before = server.connections
  const { id } = await report()
  await eventually(() => server.connections === before + 2)
  await eventually(async () => (await waiting()).length === 0)
  expect(server.connections).toBe(before + 2)
  expect(server.received).toEqual([])
  expect(await app.query(`select from notifications where subject_id = '${id}'`)).toHaveLength(3)
})

test('a message that is refused because of its sender is sent again, and the advice names the variable', async () => {
  server.mood = 'forbid'
  await report()
  await failedOnce()
  expect((await waiting())[0]!.last_error).toMatch(/550 5\.7\.60.*SMTP_FROM/)
  server.mood = 'welcome'
  await tryNow()
  await eventually(async () => (await waiting()).length === 0)
  expect(server.received).toHaveLength(2)
})

test.each([
  ['', 'desk.example.com'],
  ['/?name=relay.example.com', 'relay.example.com'],
])(
  'the sender is the configured one, and the greeting of smtp://…%s has the name %s',
  async (more, greeting) => {
    const address = 'helpdesk@example.com'
    const send = smtpMailer(`smtp://127.0.0.1:${port}${more}`, {
      name: 'Desk',
      address,
      domain: 'desk.example.com',
    })
    await send({ to: 'ada@example.com', subject: 'Hi', text: 'Hi' }, 'abc')
    expect(server.received).toMatchObject([{ greeting, from: address }])
    expect(header(server.received[0]!, 'from')).toEqual([`Desk <${address}>`])
  },
)

test('an email whose arrival was not confirmed has the same ID when it is sent again', async () => {
  server.mood = 'cut'
  await report()
  await failedOnce()
  server.mood = 'welcome'
  await tryNow()
  await eventually(async () => (await waiting()).length === 0)
  const idsTo = (address: string) =>
    server.received.filter(({ to }) => to[0] === address).flatMap((mail) => header(mail, 'message-id'))
  const ids = idsTo('ada@example.com')
  expect(ids.length).toBeGreaterThan(1)
  expect(new Set(ids).size).toBe(1)
  expect(ids[0]).toMatch(/^<[0-9a-f]{32}@localhost>$/)
  expect(idsTo('ben@example.com')).not.toContain(ids[0])
})

test('a server that is down is retried once it is up', async () => {
  await server.close()
  const { id } = await report()
  await failedOnce()
  expect((await incidents.read(id)).statusCode).toBe(200)
  server = await new MailServer().listen(port)
  await tryNow()
  await eventually(async () => (await waiting()).length === 0)
  expect(server.received.map(({ to }) => to).toSorted()).toEqual([['ada@example.com'], ['ben@example.com']])
})

test('a server that does not respond is abandoned within seconds', async () => {
  server.mood = 'silence'
  await report()
  await eventually(() => server.connections >= 2)
  await failedOnce()
  expect(server.received).toEqual([])
})

test('of many emails of one kind within minutes the first come one by one, the others as one', async () => {
  const held = () =>
    app.query<{ to: string; due_in: number }>(
      `select payload ->> 'to' as to, extract(epoch from run_at - now())::float8 as due_in
        from jobs where type = 'send-held-mail'`,
    )
  const ids: string[] = []
  const reportSome = async (from: number, to: number) => {
    for (let n = from; n <= to; n++) ids.push((await report({ short_description: `Alert ${n}.` })).id)
  }
  await reportSome(1, 10)
  await eventually(() => server.received.length === 20)
  await reportSome(11, 13)
  await eventually(async () => (await held()).length === 6)
  for (const { due_in } of await held()) expect(due_in).toBeGreaterThan(0)
  // One of another kind does not wait.
  await app.call('POST', `/incidents/${ids[0]}/notes`, { body: { body: '@ada@example.com please call' } })
  await eventually(() => server.received.length === 21)
  // More than fit are counted.
  await app.query(`insert into jobs (type, payload, run_at)
    select 'send-held-mail', '{"to": "Ben@example.com", "held": [{"subject": "Another", "text": "Text"}]}', now() + interval '1 hour'
    from generate_series(1, 98)`)
  server.received.length = 0
  server.mood = 'busy'
  await app.query(`update jobs set run_at = now() where id in (
    select min(id) from jobs where type = 'send-held-mail' group by lower(payload ->> 'to'))`)
  await eventually(async () => (await held()).length === 2)
  server.mood = 'welcome'
  const tryHeld = () =>
    app.query(`update jobs set run_at = now() where type = 'send-held-mail' and claimed_by is null`)
  await eventually(async () => (await tryHeld(), server.received.length === 2))
  const [ada, ben] = server.received.toSorted((a, b) => a.to.join().localeCompare(b.to.join()))
  expect(header(ada!, 'subject')).toEqual(['3 notifications'])
  for (const text of ['Alert 11.', 'Alert 12.', 'Alert 13.']) expect(ada!.text).toContain(text)
  expect(ada!.text).toContain(`/incidents/${ids[12]}`)
  expect(header(ben!, 'subject')).toEqual(['101 notifications'])
  expect(ben!.text).toMatch(/And 1 more, which are in the console\.\s*$/)
  await eventually(async () => (await held()).length === 0)
  // Their notifications are all in the console.
  expect(await app.query(`select from notifications where subject_id = '${ids[12]}'`)).toHaveLength(3)
})

test('whoever has no address at the identity provider is notified in the console only', async () => {
  const email = 'eve@id.example'
  await app.query(
    `insert into outside_people (id, email, name, roles) values ('oidc:eve', '${email}', 'Eve', '{itsm_agent}')`,
  )
  await incidents.create({ assigned_to: email })
  const told = () => app.query(`select from notifications where recipient_id = 'oidc:eve'`)
  await eventually(async () => (await told()).length === 1)
  expect(await waiting()).toEqual([])
  expect(server.received).toEqual([])
})

test('a description cannot inject headers', async () => {
  const evil = 'Hello\r\nBcc: mallory@example.com'
  expectProblem(await incidents.ask({ short_description: evil }), 400, 'validation_error')
  // Even text that bypassed the API stays on one line.
  const payload = { to: 'ada@example.com', subject: evil, text: 'Hi\r\n.\r\nMAIL FROM:<mallory@example.com>' }
  await app.query(`insert into jobs (type, payload) values ('send-mail', '${JSON.stringify(payload)}')`)
  await eventually(() => server.received.length > 0)
  await eventually(async () => (await waiting()).length === 0)
  expect(server.received).toHaveLength(1)
  const [mail] = server.received
  expect(mail!.to).toEqual(['ada@example.com'])
  expect(header(mail!, 'bcc')).toEqual([])
  expect(header(mail!, 'subject')).toEqual(['Hello Bcc: mallory@example.com'])
  expect(mail!.text).toContain('MAIL FROM:<mallory@example.com>')
})

test('a recipient is exactly one address', async () => {
  const payload = { to: 'ada@example.com, mallory@example.com', subject: 'Hi', text: 'Hi' }
  await app.query(`insert into jobs (type, payload) values ('send-mail', '${JSON.stringify(payload)}')`)
  await eventually(async () => (await waiting()).every(({ last_error }) => last_error))
  expect(server.received.flatMap(({ to }) => to)).not.toContain('mallory@example.com')
})
