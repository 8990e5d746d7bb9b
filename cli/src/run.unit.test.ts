import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openCli } from '../../server/test/cli.ts'
import { json, problem, serveSteps, type Step } from '../../server/test/sdk-service.ts'

async function open(...steps: Step[]) {
  const service = await serveSteps(...steps)
  return { ...service, ...openCli({ MAINSTAY_URL: service.baseUrl, MAINSTAY_TOKEN: 'any' }) }
}

const failing = await open(problem(500, 'internal_error'))

test.for<[argv: string[], message: string]>([
  [['incident', 'list', '--assigned-to', ''], '--assigned-to must not be empty'],
  [['incident', 'list', '--group', ' ', '-q', ''], '--group and --query must not be empty'],
  [['incident', 'list', '--profile', ''], '--profile must not be empty'],
  [['incident', 'show', ''], '<number> must not be empty'],
  [['incident', 'close', 'INC0000001', ''], '<number> must not be empty'],
  [['incident', 'update', 'INC0000001', '--note', ''], '--note must not be empty'],
  [['incident', 'update', 'INC0000001', '--note', '-', '--description', '-'], 'for one text only'],
  [['incident', 'note', 'INC0000001', 'Text', '--attach', '/missing.log'], '/missing.log cannot be read'],
  [['audit', 'verify', '--checkpoints', ''], '--checkpoints must not be empty'],
  [['listen', '--forward-to', 'localhost', '--events', ''], '--events must not be empty'],
  [['webhook', 'replay', 'del_1', '--webhook', 'Chat'], 'either ids of deliveries, or --webhook'],
  [['webhook', 'replay', 'del_1', '--since', '6h'], 'either ids of deliveries, or --webhook'],
  [['webhook', 'replay', '--status', 'failed'], 'either ids of deliveries, or --webhook'],
  [['import', 'zammad', 'export.json', '--report', 'missing/report.json'], 'report.json cannot be written'],
  [['import', 'zammad', 'export.json', '--report', '.'], 'cannot be written'],
  [['incident', 'list', '--limit', 'many'], 'whole number'],
  [['incident', 'list', '--colour'], "unknown option '--colour'"],
  [['incident'], 'command'],
  [['help', 'incident', 'lst'], "unknown command 'lst'"],
])('wrong usage, for people and as JSON: %j', async ([argv, message]) => {
  const { call, cwd, seen } = failing
  writeFileSync(path.join(cwd, 'export.json'), '[{"number": "1", "title": "Mail", "state": "open"}]')
  const { code, stderr } = await call(argv)
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  const asJson = await call([...argv, '--json'])
  const { error } = JSON.parse(asJson.stderr) as { error: object }
  expect([asJson.code, error]).toEqual([
    2,
    expect.objectContaining({ message: expect.stringContaining(message) }),
  ])
  expect(seen).toEqual([])
})

test.for([
  [[], 'mainstay [options]'],
  [['incident'], 'mainstay incident [options]'],
  [['incident', 'list'], 'mainstay incident list [options]'],
  [['import', 'jira'], 'mainstay import jira [options] <file>'],
] as const)('help of %j', async ([names, usage]) => {
  const { code, stdout } = await failing.call(['help', ...names])
  expect([code, stdout]).toEqual([0, expect.stringContaining(`Usage: ${usage}`)])
})

test('a value may begin like an option', async () => {
  const { call, seen } = await open(json(200, { data: [], total: 0, limit: 25 }))
  const { code, stdout, stderr } = await call(['incident', 'list', '-q', '-VPN'])
  expect([code, stdout, stderr]).toEqual([0, '', 'No incidents match.\n'])
  expect(seen[0]!.url).toContain('q=-VPN')
  expect((await call(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('a list that is not counted to its end says so', async () => {
  const page = { data: [{ number: 'INC0000001', sla: { clock: 'paused' } }], next_cursor: 'x', limit: 1 }
  const { call, json: asJson } = await open(json(200, { ...page, total: 10_000, total_is_exact: false }))
  const list = ['incident', 'list', '-q', 'mail', '--limit', '1']
  expect((await call(list)).stderr).toBe('1 of more than 10000 incidents; --limit shows more.\n')
  expect(await asJson(list)).toMatchObject({ total: 10_000, total_is_exact: false })
})

test('the note of a closed incident is read from standard input, once for all of them', async () => {
  const opened = { state: 'resolved', allowed_transitions: ['closed'], version: 1 }
  const { call, seen } = await open((response, { method }) =>
    json(200, method === 'GET' ? opened : { state: 'closed' })(response, undefined as never),
  )
  await call(['incident', 'close', 'INC0000001', 'INC0000002', '--note', '-'], { stdin: 'Solved' })
  const changes = seen
    .filter(({ method }) => method === 'PATCH')
    .map(({ body }) => JSON.parse(body) as object)
  expect(changes).toEqual([
    { state: 'closed', work_note: 'Solved' },
    { state: 'closed', work_note: 'Solved' },
  ])
})

test('what is not tried after a failure is named', async () => {
  const closed = json(200, { number: 'INC0000001', state: 'closed', allowed_transitions: [], version: 1 })
  const { call } = await open(closed, problem(404, 'not_found'))
  const { code, stdout, stderr } = await call([
    'incident',
    'close',
    'INC0000001',
    'INC0000002',
    'INC0000003',
    'INC0000004',
  ])
  expect([code, stdout]).toEqual([4, 'INC0000001 is closed.\n'])
  expect(stderr).toContain('Not tried: INC0000003 INC0000004\n')
})

test('a replay of a range without failed deliveries is no failure', async () => {
  const error = { field: 'since', pointer: '/since', code: 'no_match', message: 'None is in this range' }
  const nothing = json(400, { status: 400, code: 'validation_error', message: '', errors: [error] })
  const { call } = await open(json(200, { data: [{ id: 'wh_1', name: 'Chat' }], limit: 200 }), nothing)
  const { code, stdout } = await call(['webhook', 'replay', '--webhook', 'Chat', '--since', '6h'])
  expect([code, stdout]).toEqual([0, 'Nothing to replay. Tests are not sent again.\n'])
})

test.each([
  ['name,class\ndb-1,server\n,server', 'Correct them in a file of their own'],
  ['name,class,fqdn\ndb-1,server,a.example\n,server,b.example', 'run the command again'],
])('what is advised after refused items makes no duplicates: %j', async (text, advice) => {
  const results = [
    { index: 0, id: 'CI0000001', status: 'created' },
    { index: 1, status: 'failed', error: { code: 'validation_error', message: 'name is required' } },
  ]
  const job = { job_id: 'job_1', status: 'completed', total: 2, succeeded: 1, failed: 1, results }
  const { call, cwd } = await open(json(202, job), json(200, job))
  writeFileSync(path.join(cwd, 'cis.csv'), text)
  const { code, stderr } = await call(['cmdb', 'import', 'cis.csv'])
  expect([code, stderr]).toEqual([7, expect.stringContaining(advice)])
})

test('an address that is not that of a service is told as such', async () => {
  const page: Step = (response) => void response.end('<h1>Welcome</h1>')
  const { call, baseUrl } = await open(page)
  for (const argv of [
    ['login', '--url', baseUrl],
    ['incident', 'list'],
  ])
    expect(await call(argv)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${baseUrl} does not answer like a Mainstay service`),
    })
})

test('a report can be written where there is none yet, and no empty one is left behind', async () => {
  const { call, cwd } = await open(problem(400, 'validation_error'))
  writeFileSync(path.join(cwd, 'export.json'), '[{"number": "1", "title": "Mail", "state": "open"}]')
  expect((await call(['import', 'zammad', 'export.json', '--report', 'report.json'])).code).toBe(5)
  expect(existsSync(path.join(cwd, 'report.json'))).toBe(false)
})

test('an article that is refused is named without control characters, and the others are imported', async () => {
  const none = json(200, { data: [], total: 0, limit: 1 })
  const created = json(201, { number: 'KB0000001', title: 'x' })
  const { call, cwd } = await open(
    none,
    created,
    none,
    problem(400, 'validation_error'),
    none,
    created,
    problem(500, 'x'),
  )
  mkdirSync(path.join(cwd, 'handbook'))
  for (const name of ['a', 'b', 'c', 'd']) writeFileSync(path.join(cwd, `handbook/${name}.md`), 'Text')
  const stopped = await call(['kb', 'import', 'handbook'])
  expect(stopped.stdout.split('\n').map((line) => line.split(/ {2,}/)[0])).toEqual([
    'ACTION',
    'created',
    'failed',
    'created',
    '',
  ])
  expect([stopped.code, stopped.stderr]).toEqual([1, expect.stringContaining('Stopped at d.md')])

  const other = await open(none, problem(400, 'validation_error'), none, created)
  mkdirSync(path.join(other.cwd, 'handbook'))
  for (const name of ['a\u001B[2J', 'b']) writeFileSync(path.join(other.cwd, `handbook/${name}.md`), 'Text')
  const finished = await other.call(['kb', 'import', 'handbook'])
  expect([finished.code, finished.stderr]).toEqual([
    7,
    expect.stringContaining('a\uFFFD[2J.md: It is validation_error\nerror: The service refused 1 file'),
  ])
})

test('a profile whose session cannot be ended is deleted, and says where to end it', async () => {
  const { call, cwd, baseUrl } = await open(problem(503, 'unavailable'))
  const credentials = { client_id: 'cli', access_token: 'a', refresh_token: 'b', expires_at: '2026-01-01' }
  const profiles = { default: { base_url: baseUrl, credentials } }
  mkdirSync(path.join(cwd, 'config'))
  const file = path.join(cwd, 'config/credentials.json')
  writeFileSync(file, JSON.stringify({ current: 'default', profiles }), { mode: 0o600 })
  expect((await call(['profile', 'list'])).stdout).toMatch(/user\n$/)
  const end = `${baseUrl} did not end the session: end it there under Profile, Sessions.\n`
  expect((await call(['logout'])).stdout).toBe(`Profile 'default' deleted. ${end}`)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ profiles: {} })
})
