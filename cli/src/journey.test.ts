import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Article, Ci, Delivery, Incident, Note, OutboundWebhook } from '@mainstay/sdk'
import { verifyWebhook } from '@mainstay/sdk'
import { bootstrapClient } from '../../server/test/accounts.ts'
import { startApp } from '../../server/test/app.ts'
import { closeAtEnd } from '../../server/test/cleanup.ts'
import { openCli } from '../../server/test/cli.ts'
import { eventually } from '../../server/test/eventually.ts'
import { freePort } from '../../server/test/free-port.ts'
import { expectOk } from '../../server/test/incidents.ts'
import { indexed } from '../../server/test/indexed.ts'
import { openBrowser } from '../../server/test/identity/person.ts'
import { startReceiver } from '../../server/test/receiver.ts'
import type { Credentials, Profiles } from './profiles/file.ts'

const receiver = await startReceiver()
const app = await startApp(receiver.env)
const url = await app.http.listen({ host: '127.0.0.1', port: 0 })
const cli = openCli()

type SignedIn = Extract<Credentials, { access_token: string }>

const write = (name: string, text: string | Buffer) => {
  const file = path.join(cli.cwd, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

test('without a sign-in the command says how to sign in', async () => {
  const { code, stderr } = await cli.call(['incident', 'list'])
  expect(code).toBe(3)
  expect(stderr).toContain('You are not signed in to http://localhost:8080')
  expect(stderr).toContain('mainstay login')
})

test('a wrong secret is not kept, a right one is, and only the owner can read it', async () => {
  const login = ['login', '--url', url, '--client-id', bootstrapClient.id, '--client-secret-stdin']
  const file = path.join(cli.cwd, 'config/credentials.json')
  expect((await cli.call(login, { stdin: 'not the secret' })).code).toBe(3)
  expect(existsSync(file)).toBe(false)

  const { code, stdout } = await cli.call(login, { stdin: `${bootstrapClient.secret}\n` })
  expect(code).toBe(0)
  expect(stdout).toContain(`Signed in to ${url}`)
  expect(statSync(file).mode & 0o777).toBe(0o600)

  await cli.call([...login, '--profile', 'staging'], { stdin: bootstrapClient.secret })
  const list = ['profile', 'list']
  const { data } = await cli.json<{ data: { name: string; is_current: boolean }[] }>(list)
  expect(data.map(({ name, is_current }) => [name, is_current])).toEqual([
    ['default', false],
    ['staging', true],
  ])
  const { email } = await cli.json<{ email: string }>(['whoami'])
  expect((await cli.call(list)).stdout).toContain(` ${email}\n`)
  expect((await cli.call(['profile', 'use', 'default'])).code).toBe(0)
  expect((await cli.call(['logout', '--profile', 'staging'])).stdout).toContain('stays valid')
  // A secret goes only to the service that it belongs to.
  const elsewhere = await cli.call(['whoami', '--url', 'http://service.example.com'])
  expect([elsewhere.code, elsewhere.stderr]).toEqual([
    3,
    expect.stringContaining('not signed in to http://service'),
  ])
  const mismatch = await cli.call(['whoami', '--url', 'http://service.example.com', '--profile', 'default'])
  expect([mismatch.code, mismatch.stderr]).toEqual([2, expect.stringContaining(`belongs to ${url}`)])
  expect(await cli.json<{ roles: string[] }>(['whoami'])).toMatchObject({
    base_url: url,
    roles: ['super_admin'],
  })
})

test('a person allows the command line in a browser, and stays signed in', async () => {
  const person = { email: 'ada@example.com', password: 'a password of a person' }
  expectOk(await app.call('POST', '/users', { body: { ...person, roles: ['itsm_agent'] } }), 201)
  const fieldsOf = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/name="(xsrf|user_code)" [^>]*value="([^"]*)"/g)].map(([, k, v]) => [k!, v!]),
    )
  const allow = async (user_code: string) => {
    const browser = openBrowser(app)
    const { xsrf } = fieldsOf((await browser.open('/device')).body)
    const confirmation = await browser.submit('/device', { xsrf: xsrf!, user_code })
    const login = await browser.submit('/device', { ...fieldsOf(confirmation.body), confirm: 'yes' })
    const signedIn = await browser.submit(String(login.headers.location), person)
    await browser.open(String(signedIn.headers.location))
  }
  let shown = ''
  const signingIn = cli.call(['login', '--url', url, '--profile', 'ada'], {
    onOutput: (text) => (shown += text),
  })
  await eventually(() => /code \S+/.test(shown))
  await allow(/code (\S+)/.exec(shown)![1]!)
  expect((await signingIn).stdout).toContain('(itsm_agent)')

  const file = path.join(cli.cwd, 'config/credentials.json')
  const kept = () =>
    (JSON.parse(readFileSync(file, 'utf8')) as Profiles).profiles.ada!.credentials as SignedIn
  const expire = () => {
    const { expires_at } = kept()
    writeFileSync(file, readFileSync(file, 'utf8').replace(expires_at, '2026-01-01T00:00:00.000Z'))
  }
  const before = kept()
  // The second round shows that the first has not ended the sign-in.
  for (let round = 1; round <= 2; round++) {
    expire()
    const whoami = () => cli.json<{ email: string }>(['whoami', '--profile', 'ada'])
    const identities = await Promise.all([whoami(), whoami(), whoami()])
    expect(identities.map(({ email }) => email)).toEqual([person.email, person.email, person.email])
  }
  expect(kept().access_token).not.toBe(before.access_token)
  expect(readdirSync(path.dirname(file))).not.toContain('credentials.json.lock')
  expect((await cli.call(['logout', '--profile', 'ada'])).stdout).toContain('Signed out')
  expect((await cli.call(['whoami', '--profile', 'ada'])).code).toBe(3)
})

test('an incident from the first command to the last', async () => {
  const made = await cli.json<Incident>(
    [
      'incident',
      'create',
      'Mail is down',
      '--priority',
      'P1',
      '--group',
      'network',
      '--description',
      '-',
      '--notify',
    ],
    { stdin: 'The relay refuses connections' },
  )
  expect(made).toMatchObject({ priority: 'P1', assignment_group: 'network', state: 'new' })
  expect(made.description).toBe('The relay refuses connections')
  await eventually(
    async () => (await app.query(`select from notifications where kind = 'incident.created'`)).length > 0,
  )

  const { data, total } = await cli.json<{ data: Incident[]; total: number }>([
    'incident',
    'list',
    '--state',
    'new',
    '--priority',
    'P1',
    '-q',
    'mail',
  ])
  expect([total, data[0]!.number]).toEqual([1, made.number])

  const updated = await cli.json<Incident>([
    'incident',
    'update',
    made.number,
    '--state',
    'in_progress',
    '--group',
    '',
    '--if-version',
    '1',
  ])
  expect(updated).toMatchObject({ state: 'in_progress', assignment_group: null })
  const late = await cli.call(['incident', 'update', made.number, '--priority', 'P2', '--if-version', '1'])
  expect(late.code).toBe(5)

  write('relay.log', 'connection refused')
  const note = await cli.json<Note>(['incident', 'note', made.number, 'Restarted', '--attach', 'relay.log'])
  expect(note.attachments.map(({ filename }) => filename)).toEqual(['relay.log'])

  await cli.json(['incident', 'update', made.number, '--assign', 'me'])
  const mine = await cli.json<{ data: Incident[] }>(['incident', 'list', '--assigned-to', 'me'])
  expect(mine.data.map(({ number }) => number)).toEqual([made.number])
  const [file] = note.attachments
  expect((await cli.call(['incident', 'show', made.number])).stdout).toContain(
    `Restarted\nAttachment: relay.log  ${file!.url}`,
  )

  const lower = made.number.toLowerCase()
  const closing = ['incident', 'close', lower, 'INC9999999', '--note', 'A new certificate']
  const closed = await cli.call(closing)
  expect(closed.code).toBe(4)
  expect(closed.stdout).toBe(`${made.number} is closed.\n`)
  const shown = await cli.json<Incident & { notes: Note[] }>(['incident', 'show', lower])
  expect(shown).toMatchObject({ state: 'closed', notes_total: 2 })
  expect(shown.notes.map(({ body }) => body)).toEqual(['Restarted', 'A new certificate'])
  const newest = await cli.call(['incident', 'show', made.number, '--notes', '1'])
  expect(newest.stdout).toContain('A new certificate')
  expect(newest.stdout).not.toContain('Restarted')
  expect(newest.stderr).toBe('The newest 1 of 2 notes; --notes shows more.\n')
})

test('exit codes and errors say what went wrong', async () => {
  const missing = await cli.call(['incident', 'show', 'INC9999999'])
  expect(missing.code).toBe(4)
  const refused = await cli.call(['incident', 'create', 'x'.repeat(300)])
  expect(refused.code).toBe(5)
  expect(refused.stderr).toContain('short_description')
  expect((await cli.call(['incident', 'update', 'INC0000001'])).code).toBe(2)
  expect((await cli.call(['incident', 'list', '--limit', 'many'])).code).toBe(2)
  expect((await cli.call(['incidents'])).stderr).toContain('Did you mean incident?')

  const nowhere = { MAINSTAY_URL: `http://127.0.0.1:${await freePort()}` }
  const away = await cli.call(['whoami'], { env: { ...nowhere, MAINSTAY_TOKEN: 'any' } })
  expect(away.code).toBe(6)
  expect(away.stderr).toContain('mainstay start')

  const asJson = await cli.call(['incident', 'show', 'INC9999999', '--json'])
  expect(JSON.parse(asJson.stderr)).toMatchObject({ error: { status: 404, code: expect.any(String) } })

  const viewer = { MAINSTAY_URL: url, MAINSTAY_TOKEN: await app.tokenFor('viewer') }
  const forbidden = await cli.call(['incident', 'create', 'Not mine'], { env: viewer })
  expect(forbidden.code).toBe(3)
  expect(forbidden.stderr).toContain('itsm_agent')
})

test('a bulk import reports what was refused, and goes on after an interruption', async () => {
  // One batch more than are sent at once: it is not on its way when the first is done.
  const rows = Array.from({ length: 450 }, (_, index) => `Printer ${index},P${index === 120 ? 9 : 3}`)
  const file = write('many.csv', ['short_description,priority', ...rows].join('\n'))
  const halt = new AbortController()
  const interrupted = await cli.call(['bulk', 'import', 'many.csv'], {
    isTerminal: true,
    signal: halt.signal,
    onOutput: () => halt.abort(),
  })
  expect(interrupted.code).toBe(130)
  const resume = `${file}.resume.json`
  expect(existsSync(resume)).toBe(true)

  const second = await cli.call(['bulk', 'import', 'many.csv'])
  expect(second.code).toBe(7)
  expect(second.stdout).toBe('449 incidents created, 1 failed.\n')
  expect(second.stderr).toContain('Continuing where the last run stopped')
  expect(second.stderr).toContain('line 122: ')
  expect(readFileSync(path.join(cli.cwd, 'many.failed.csv'), 'utf8')).toBe(
    'short_description,priority\nPrinter 120,P9\n',
  )

  const third = await cli.call(['bulk', 'import', 'many.csv'])
  expect([third.code, third.stdout]).toEqual([7, '0 incidents created, 1 failed.\n'])
  expect(third.stderr).toContain(
    'An earlier run created 449 incidents of this file; only records that failed are sent again',
  )
  const { total } = await cli.json<{ total: number }>(['incident', 'list', '-q', 'printer', '--limit', '1'])
  expect(total).toBe(449)
})

test('after failures, a bulk import is repeated until all records exist', async () => {
  const ci_id = 'CI0009999'
  const file = write('later.csv', `short_description,ci_id\nRouter known,\nRouter later,${ci_id}\n`)
  const first = await cli.call(['bulk', 'import', 'later.csv'])
  expect([first.code, first.stdout]).toEqual([7, '1 incident created, 1 failed.\n'])
  write('later.csv', `short_description,ci_id\nRouter known,\nRouter later,\n`)
  const changed = await cli.call(['bulk', 'import', 'later.csv'])
  expect([changed.code, changed.stderr]).toEqual([
    5,
    expect.stringContaining('The file has changed since 1 of its records were created'),
  ])
  write('later.csv', `short_description,ci_id\nRouter known,\nRouter later,${ci_id}\n`)
  await app.query(`select setval('ci_numbers', 9998)`)
  expect((await app.call('POST', '/cmdb/cis', { body: { name: 'router' } })).json()).toMatchObject({
    id: ci_id,
  })
  const second = await cli.call(['bulk', 'import', 'later.csv'])
  expect([second.code, second.stdout]).toEqual([0, '1 incident created, 0 failed.\n'])
  expect(existsSync(`${file}.resume.json`)).toBe(false)
  const { total } = await cli.json<{ total: number }>(['incident', 'list', '-q', 'router', '--limit', '1'])
  expect(total).toBe(2)
})

test('a changed file does not go on with the progress of another', async () => {
  write('other.csv', 'short_description\nOne\n')
  write(
    'other.csv.resume.json',
    JSON.stringify({ digest: 'of another', base_url: url, pending: {}, done: [] }),
  )
  const { code, stderr } = await cli.call(['bulk', 'import', 'other.csv'])
  expect([code, stderr]).toEqual([5, expect.stringContaining('changed since')])
})

test('articles of a folder are created once, and updated when their files change', async () => {
  write(
    'handbook/vpn.md',
    '---\ntitle: Reset the VPN\ntags: [vpn, network]\nstate: published\n---\nCall the desk.',
  )
  write('handbook/mail/quota.md', '# Mail quota\n\nThe mailbox of a person holds 50 GB.\n')
  const actions = async (...more: string[]) => {
    const { data } = await cli.json<{ data: { file: string; action: string; number: string }[] }>([
      'kb',
      'import',
      'handbook',
      '--state',
      'published',
      ...more,
    ])
    return data.map(({ file, action }) => [file, action])
  }
  expect(await actions('--dry-run')).toEqual([
    ['mail/quota.md', 'would_create'],
    ['vpn.md', 'would_create'],
  ])
  expect((await actions()).map(([, action]) => action)).toEqual(['created', 'created'])
  expect((await actions()).map(([, action]) => action)).toEqual(['unchanged', 'unchanged'])
  write('handbook/vpn.md', '---\ntitle: Reset the VPN\n---\nReset it in the portal.')
  expect(await actions()).toEqual([
    ['mail/quota.md', 'unchanged'],
    ['vpn.md', 'updated'],
  ])
  const { data } = expectOk<{ data: Article[] }>(await app.call('GET', '/knowledge/articles?q=vpn'), 200)
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({ title: 'Reset the VPN', state: 'published', version: 2 })

  await indexed(app)
  const { answer } = await cli.json<{ answer: string }>(['ask', 'What does the mailbox of a person hold?'])
  expect(answer).toContain('50 GB')
})

test('articles are recognised in every state, and one that somebody retired stays retired', async () => {
  write('notes/old.md', '---\nstate: retired\n---\n# Old mail server')
  write('notes/new.md', '# New mail server')
  write('notes/live.md', '---\nstate: published\n---\n# Mail server')
  const actions = async () => {
    const { data } = await cli.json<{ data: { action: string; number: string }[] }>(['kb', 'import', 'notes'])
    return data.map(({ action, number }) => [action, number] as const)
  }
  const created = await actions()
  expect(created.map(([action]) => action)).toEqual(['created', 'created', 'created'])
  const unchanged = created.map(([, number]) => ['unchanged', number])
  expect(await actions()).toEqual(unchanged)
  const [live] = created
  const body = { state: 'retired' }
  expectOk(await app.call('PATCH', `/knowledge/articles/${live![1]}`, { body }), 200)
  expect(await actions()).toEqual(unchanged)
})

test('configuration items are recognised when they are imported again', async () => {
  write(
    'servers.csv',
    'name,class,external_id,ip_addresses,attributes.rack\ndb-1,database,i-1,10.0.0.1;10.0.0.2,R7\nweb-1,server,i-2,,\n',
  )
  const counts = async (...more: string[]) =>
    (await cli.json<{ counts: object }>(['cmdb', 'import', 'servers.csv', ...more])).counts
  expect(await counts('--dry-run')).toEqual({ would_create: 2 })
  expect(await counts()).toEqual({ created: 2 })
  expect(await counts()).toEqual({ unchanged: 2 })
  // As Excel writes Unicode text.
  write('servers.txt', Buffer.from('\ufeffexternal_id\tname\tclass\r\ni-2\tweb-1\tserver\r\n', 'utf16le'))
  const { counts: same } = await cli.json<{ counts: object }>(['cmdb', 'import', 'servers.txt'])
  expect(same).toEqual({ unchanged: 1 })
  const { data } = expectOk<{ data: Ci[] }>(await app.call('GET', '/cmdb/cis?external_id=i-1'), 200)
  expect(data[0]).toMatchObject({ ip_addresses: ['10.0.0.1', '10.0.0.2'], attributes: { rack: 'R7' } })

  write('more.json', JSON.stringify([{ name: 'lb-1', fqdn: 'lb-1.example.com' }, { name: '' }]))
  const partly = await cli.call(['cmdb', 'import', 'more.json'])
  expect([partly.code, partly.stdout]).toEqual([7, expect.stringContaining('1 created')])
})

test('configuration items are related by the external ids of a file, in any order', async () => {
  const header = 'name,class,external_id,relationships\n'
  const counts = async (...more: string[]) =>
    (await cli.json<{ counts: object }>(['cmdb', 'import', 'estate.csv', ...more])).counts
  write('estate.csv', `${header}shop,application,a-1,runs_on:h-1; uses:d-1\ndb,database,d-1,runs_on:h-1\n`)
  const early = await cli.call(['cmdb', 'import', 'estate.csv', '--dry-run'])
  expect(early).toMatchObject({ code: 7, stderr: expect.stringContaining('has the external_id h-1') })

  write(
    'estate.csv',
    `${header}shop,application,a-1,runs_on:h-1; uses:d-1\ndb,database,d-1,runs_on:h-1\nhost,server,h-1,\n`,
  )
  expect(await counts('--dry-run')).toEqual({ would_create: 3 })
  expect(await counts()).toEqual({ created: 3, related: 2 })
  expect(await counts()).toEqual({ unchanged: 3 })
  const cis = expectOk<{ data: Ci[] }>(await app.call('GET', '/cmdb/cis?discovery_source=estate'), 200).data
  const idOf = (name: string) => cis.find((one) => one.name === name)!.id
  expect(cis.find(({ name }) => name === 'shop')!.relationships).toEqual([
    { type: 'runs_on', ci_id: idOf('host') },
    { type: 'uses', ci_id: idOf('db') },
  ])

  // A later file names items of an earlier one, or any item by its id.
  const later = [
    { type: 'uses', external_id: 'd-1' },
    { type: 'runs_on', ci_id: idOf('host') },
  ]
  write('later.json', JSON.stringify([{ name: 'crm', external_id: 'a-2', relationships: later }]))
  const added = await cli.json<{ counts: object }>(['cmdb', 'import', 'later.json', '--source', 'estate'])
  expect(added.counts).toEqual({ created: 1, related: 1 })
})

test('an exported configuration item is updated by its id, not created again', async () => {
  const made = expectOk<Ci>(await app.call('POST', '/cmdb/cis', { body: { name: 'Badge printer' } }), 201)
  write('edited.csv', `id,name,location\n${made.id},Badge printer,Porto\n`)
  const { counts } = await cli.json<{ counts: object }>(['cmdb', 'import', 'edited.csv'])
  expect(counts).toEqual({ updated: 1 })
  expect((await app.call('GET', `/cmdb/cis/${made.id}`)).json()).toMatchObject({ location: 'Porto' })

  const relationships = [{ type: 'uses', ci_id: made.id }]
  const body = {
    name: 'Badges',
    attributes: { floor: 2 },
    ip_addresses: ['10.0.0.1', '10.0.0.2'],
    relationships,
  }
  expectOk<Ci>(await app.call('POST', '/cmdb/cis', { body }), 201)
  write('export.csv', (await app.call('GET', '/cmdb/cis/export?q=badge%20or%20badges')).body)
  const again = await cli.json<{ counts: object }>(['cmdb', 'import', 'export.csv'])
  expect(again.counts).toEqual({ unchanged: 2 })
})

test('webhooks are listed, tested and replayed', async () => {
  // Events that are still on their way would be delivered too.
  await eventually(async () => (await app.query('select from outbox limit 1')).length === 0)
  const webhook = expectOk<OutboundWebhook>(
    await app.call('POST', '/webhooks/outbound', {
      body: { name: 'Chat alerts', url: receiver.url, events: ['incident.created'] },
    }),
    201,
  )
  const listed = await cli.json<{ data: OutboundWebhook[] }>(['webhook', 'list'])
  expect(listed.data.map(({ id }) => id)).toEqual([webhook.id])
  const tested = await cli.json<Delivery>(['webhook', 'test', 'Chat alerts', '--event', 'incident.created'])
  expect(tested.status).toBe('delivered')

  await cli.json(['incident', 'create', 'Delivered by webhook'])
  const deliveries = async () => {
    const { data } = await cli.json<{ data: Delivery[] }>(['webhook', 'deliveries', 'Chat alerts'])
    return data.filter(({ is_test, status }) => !is_test && status === 'delivered')
  }
  await eventually(async () => (await deliveries()).length === 1)
  const [delivered] = await deliveries()
  const replayed = await cli.call(['webhook', 'replay', delivered!.id])
  expect(replayed.stdout).toContain(`${delivered!.id} is sent again`)
  const partly = await cli.call(['webhook', 'replay', delivered!.id, 'del_0000000000'])
  expect([partly.code, partly.stdout]).toEqual([4, expect.stringContaining(`${delivered!.id} is sent again`)])
  const range = await cli.call([
    'webhook',
    'replay',
    '--webhook',
    webhook.id,
    '--status',
    'delivered',
    '--since',
    '1h',
  ])
  expect(range.code).toBe(0)
  const endless = await cli.call(['webhook', 'replay', '--webhook', webhook.id, '--since', ''])
  expect([endless.code, endless.stderr]).toEqual([2, expect.stringContaining('--since must not be empty')])
  const newest = await cli.call(['webhook', 'deliveries', 'Chat alerts', '--limit', '1'])
  expect(newest.stderr).toMatch(/^1 of \d deliveries; --limit shows more\.\n$/)
  expect((await cli.call(['webhook', 'test', 'no such webhook'])).code).toBe(4)

  // The name is a part of an address of the API, too.
  await app.call('PATCH', `/webhooks/outbound/${webhook.id}`, { body: { name: 'health' } })
  expect((await cli.call(['webhook', 'deliveries', 'health'])).stdout).toContain(delivered!.id)
})

test('listen forwards events, signed, and goes on where it stopped', async () => {
  const received: { body: Buffer; headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, response) => {
    void (async () => {
      received.push({ body: await buffer(request), headers: request.headers })
      response.writeHead(204).end()
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAtEnd(() => server.close())
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`

  /** Listens until so many events were received. */
  const listenFor = async (count: number, argv: string[], whenReady?: () => Promise<unknown>) => {
    const halt = new AbortController()
    let isReady = false
    let forwarded = ''
    const listening = cli.call(['listen', '--forward-to', target, '--events', 'incident.created', ...argv], {
      signal: halt.signal,
      onOutput: (text) => {
        isReady ||= text.includes('secret')
        forwarded += text
      },
    })
    await eventually(() => isReady)
    await whenReady?.()
    await eventually(() => received.length >= count && / 204 /.test(forwarded))
    halt.abort()
    return listening
  }
  const opened = () => cli.json<Incident>(['incident', 'create', 'Forwarded'])
  const after = String(
    expectOk<{ data: { seq: number }[] }>(await app.call('GET', '/events?order=desc&limit=1'), 200).data[0]!
      .seq,
  )
  await opened()
  const first = await listenFor(1, ['--after', after])
  const secret = /whsec_\S+/.exec(first.stderr)![0]
  expect(first.stdout).toMatch(/incident\.created +INC\d+ +204/)
  const { event, data } = await verifyWebhook(received[0]!.body, received[0]!.headers, secret)
  expect([event, data.short_description]).toEqual(['incident.created', 'Forwarded'])

  await opened()
  await listenFor(2, ['--resume'])
  expect(received).toHaveLength(2)
  await verifyWebhook(received[1]!.body, received[1]!.headers, secret)
})

test('the audit log is verified, and the doctor finds nothing that is broken', async () => {
  const verified = await cli.call(['audit', 'verify'])
  expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('Integrity verified')])
  const { findings } = await cli.json<{ findings: { check: string; status: string }[] }>(['doctor'])
  expect(findings.map(({ check }) => check)).toEqual(
    ['Service', 'Database', 'Migrations', 'Clock', 'Queue', 'Backups', 'Local clock', 'Webhooks'], // the database is external
  )
  expect(findings.filter(({ status }) => status === 'problem')).toEqual([])
  const nowhere = { MAINSTAY_URL: `http://127.0.0.1:${await freePort()}`, MAINSTAY_TOKEN: 'any' }
  const away = await cli.call(['doctor'], { env: nowhere })
  expect([away.code, away.stdout]).toEqual([7, expect.stringContaining('does not answer')])
})
