import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { driveArticles, type Articles } from '../../../../test/articles.ts'
import { agentsOf, driveCopilot, idsOf, type Copilot } from '../../../../test/copilot.ts'
import { driveIncidents, expectOk, type Incidents } from '../../../../test/incidents.ts'
import { indexed } from '../../../../test/indexed.ts'
import { expectProblem } from '../../../../test/problem.ts'
import { inWaves } from '../../../../test/waves.ts'
import { findByWords } from './store.ts'

let app: TestApp
let incidents: Incidents
let articles: Articles
let copilot: Copilot
let nextAgent: () => Copilot
const others: string[] = []
beforeAll(async () => {
  app = await startApp()
  incidents = driveIncidents(app)
  nextAgent = await agentsOf(app, 3)
  articles = driveArticles(app)
  for (const role of ['viewer', 'auditor', 'change_approver', 'knowledge_editor'] as const)
    others.push(await app.tokenFor(role))
})
beforeEach(() => {
  copilot = nextAgent()
})

const group = 'Network Operations'

test('shares and ages are figures of the records', async () => {
  for (const priority of ['P1', 'P3', 'P3'])
    await incidents.create({ priority, assignment_group: 'Quantum Support' })
  const share = await copilot.ask('what percentage of incidents of Quantum Support are P1')
  expect(share).toMatchObject({ intent: 'stats', results: { total: 1 } })
  expect(share.answer).toContain('1 of 3, 33 %')
  const shares = await copilot.ask('share of incidents of Quantum Support per priority')
  expect(shares.answer).toContain('- P3: 2, 67 %')
  const age = await copilot.ask('average age of incidents of Quantum Support')
  expect(age.answer).toMatch(/^Mean age: 0 min, over 3 incidents/)
})

test('a question on live records is answered exactly, and says how it was understood and by what', async () => {
  const [open, other] = [
    await incidents.create({
      priority: 'P1',
      assignment_group: group,
      short_description: 'Core switch down',
    }),
    await incidents.create({ priority: 'P2', assignment_group: group }),
  ]
  await incidents.inState('closed', { priority: 'P1', assignment_group: group })
  const told = await copilot.ask('open P1 incidents of the network team')
  expect(told).toMatchObject({
    intent: 'list',
    citations: [],
    actions: [],
    model_used: 'local/grammar',
    tokens_used: 0,
    cache_hit: false,
    latency_ms: expect.any(Number),
    conversation_id: expect.stringMatching(/^conv_[0-9a-z]{16}$/),
  })
  expect(told.answer).toBe(
    `Open P1 incidents of Network Operations: 1 found.\n- ${open.id} Core switch down (P1, new, Network Operations)`,
  )
  expect(told.results).toEqual({
    type: 'incident',
    total: 1,
    query:
      '/prod/api/v1/incidents?state=new,in_progress,on_hold,reopened&priority=P1&assignment_group=Network%20Operations',
    records: [
      {
        id: open.id,
        short_description: 'Core switch down',
        priority: 'P1',
        state: 'new',
        assignment_group: group,
        assigned_to: null,
        category: null,
        ci_id: null,
        created_at: open.created_at,
        sla_breach_at: open.sla_breach_at,
        url: open.url,
      },
    ],
  })
  expect(idsOf((await copilot.ask('open P2 incidents of the network team')).results)).toEqual([other.id])
})

test('what was just written is known at once: a new group, a new category, a new CI', async () => {
  const ci = expectOk<{ id: string }>(
    await app.call('POST', '/cmdb/cis', {
      body: { name: 'Quasar-77', class: 'server', fqdn: 'q77.example.com' },
    }),
    201,
  )
  const incident = await incidents.create({
    assignment_group: 'Telescope Crew',
    category: 'optics',
    ci_id: ci.id,
    short_description: 'Mirror is dusty',
  })
  for (const query of [
    'incidents of the telescope crew',
    'optics incidents',
    'incidents on quasar-77',
    'incidents on q77.example.com',
    'incidents about dusty mirrors',
    `incidents on ${ci.id}`,
  ])
    expect(idsOf((await copilot.ask(query)).results), `for ${query}`).toEqual([incident.id])
})

test.for(['ΑΠΟΘΗΚΕΣ', 'İSTANBUL'])(
  'a CI is found by a name whose lower case is not the same everywhere: %s',
  async (name) => {
    const created = await app.call('POST', '/cmdb/cis', { body: { name, class: 'server' } })
    const { id } = expectOk<{ id: string }>(created, 201)
    const incident = await incidents.create({ ci_id: id })
    expect(idsOf((await copilot.ask(`incidents on ${name}`)).results)).toEqual([incident.id])
  },
)

test('words that were not understood are told, and a name that nobody has is not guessed at', async () => {
  const told = await copilot.ask('open incidents florbing since yesterday')
  expect(told.intent).toBe('list')
  expect(told.answer).toContain('florbing')
  const [team, host, person] = [
    await copilot.ask('incidents of the foobar team'),
    await copilot.ask('what changed on db99?'),
    await copilot.ask('incidents assigned to zaphod'),
  ]
  expect(team).toMatchObject({
    intent: 'unknown',
    results: null,
    answer: 'There is no group called "foobar".',
  })
  expect(host.answer).toBe('There is no configuration item called "db99".')
  expect(person.answer).toBe('There is no person or group called "zaphod".')
})

test('a question that is not about records goes to the knowledge base, with its citations and its cache', async () => {
  const article = await articles.publish({
    title: 'Renew the parking permit',
    body: '## Steps\n\n1. Open the portal.\n2. Choose the permit.\n3. Press renew.',
  })
  for (const title of ['Order a chair', 'Book a room', 'Reset a badge'])
    await articles.publish({ title, body: `How to: ${title}. Ask the front desk.` })
  await indexed(app)
  const first = await copilot.ask('How do I renew the parking permit?')
  expect(first).toMatchObject({ intent: 'knowledge', results: null, actions: [], cache_hit: false })
  expect(first.answer).toContain('Choose the permit.')
  expect(first.citations[0]).toEqual({
    article_id: article.id,
    title: article.title,
    relevance: expect.any(Number),
  })
  expect(first.model_used).toMatch(/^local\//)
  const again = await copilot.ask('How do I renew the parking permit?')
  expect(again).toMatchObject({ cache_hit: true, tokens_used: 0, tokens_saved: first.tokens_used })
})

test('incidents without a change are the open ones, which the answer says', async () => {
  await incidents.create({ short_description: 'Nothing was changed' })
  const { answer } = await copilot.ask('incidents not linked to any change')
  expect(answer).toMatch(
    /^Open incidents without a change: \d+ found.*\. Say "all incidents" for closed ones too\./,
  )
})

test('what nobody can answer is said to be so, with examples of what can be asked', async () => {
  const told = await copilot.ask('Which moon of Jupiter has the deepest ocean?')
  expect(told).toMatchObject({ intent: 'unknown', citations: [], results: null, actions: [] })
  expect(told.answer).toMatch(/No article covers this question/)
  expect(told.answer).toContain('open P1 incidents of the network team')
  const help = await copilot.ask('what can you do?')
  expect(help.intent).toBe('help')
})

test('a record is shown by what is asked of it', async () => {
  const incident = await incidents.create({
    short_description: 'Printer jams',
    assignment_group: group,
    assigned_to: 'jo_ann@example.com',
  })
  await incidents.note(incident.id, { body: 'Looked at the rollers', visibility: 'team' })
  await incidents.note(incident.id, { body: 'secret thought', visibility: 'private' })
  await incidents.note(incident.id, { body: 'between us', visibility: 'internal' })
  const ask = async (question: string) => (await copilot.ask(question.replace('%', incident.id))).answer
  expect(await ask('what is the state of %?')).toMatch(
    /is new, P3, last updated .* It can become in progress or cancelled\.$/,
  )
  expect(await ask('who works on %?')).toBe(
    `${incident.id} (Printer jams) is assigned to jo_ann@example.com; its group is Network Operations.`,
  )
  expect(await ask('why is % breached?')).toMatch(
    /has not breached its SLA: .* of 1 d are used, and the clock is running/,
  )
  expect(await ask('history of %')).toMatch(/changes:\n- .* work notes count 2 → 3/)
  expect(await ask('notes of %')).toContain('Looked at the rollers')
  expect(await ask('notes of %')).not.toMatch(/secret thought|between us/)
  expect(await ask('can I close %?')).toMatch(/is new; from there it can become in progress or cancelled\.$/)
  expect(await ask('when was % opened?')).toContain('created 20')
  const shown = await copilot.ask(incident.id.toLowerCase())
  expect(shown).toMatchObject({
    intent: 'show',
    results: { type: 'incident', total: 1, query: `/prod/api/v1/incidents/${incident.id}` },
  })
  expect(shown.answer).toMatch(
    /state new, assignment group Network Operations, assignee jo_ann@example\.com, .*, SLA due 20/,
  )
  expect((await copilot.ask('INC9999999')).answer).toBe('INC9999999 does not exist.')
})

test('a summary tells what a record is about, how it stands, and the last note', async () => {
  const { id } = await incidents.create({
    priority: 'P2',
    assignment_group: group,
    short_description: 'Scanner of the warehouse is offline',
    description: 'Since the update it does not find its server.',
  })
  const body = { state: 'in_progress', work_note: 'The address of the server had changed' }
  expectOk(await app.call('PATCH', `/incidents/${id}`, { body }), 200)
  const told = await copilot.ask(`summarise ${id}`)
  expect(told).toMatchObject({ intent: 'show', results: { total: 1, records: [{ id }] } })
  expect(told.answer).toMatch(/Scanner of the warehouse is offline.*in progress.*Network Operations/)
  expect(told.answer).toMatch(/does not find its server.*SLA of 8 h.*The address of the server had changed/)
})

test('what is deleted is nowhere', async () => {
  const word = 'zephyranthes'
  const incident = await incidents.create({
    short_description: `A ${word} has wilted`,
    assigned_to: 'ghost.gardener@example.com',
  })
  const article = await articles.publish({ title: `Water a ${word}`, body: `A ${word} wants water.` })
  await indexed(app)
  expect(idsOf((await copilot.ask(`incidents about ${word}`)).results)).toEqual([incident.id])
  await incidents.remove(incident.id)
  await articles.remove(article.id)
  for (const query of [
    `incidents about ${word}`,
    `how many incidents about ${word}?`,
    `articles about ${word}`,
    incident.id,
    `history of ${incident.id}`,
    `close ${incident.id}`,
    `how do I water a ${word}?`,
    'incidents assigned to ghost gardener',
  ]) {
    const told = await copilot.ask(query)
    expect(`${told.answer} ${JSON.stringify(told.results)}`, `for ${query}`).not.toMatch(
      /wilted|wants water|ghost\.gardener/,
    )
    expect(told.results?.total ?? 0, `for ${query}`).toBe(0)
    expect(told.actions, `for ${query}`).toEqual([])
  }
})

test('articles that are not published are for those who work on them', async () => {
  const draft = await articles.create({ title: 'Gyroscope calibration', body: 'Turn it.' })
  expect((await copilot.ask('articles about gyroscope')).results!.total).toBe(0)
  expect((await copilot.ask('draft articles about gyroscope')).results!.total).toBe(0)
  expect((await copilot.ask(draft.id)).results!.total).toBe(0)
  const manager = driveCopilot(app, await app.tokenFor('itsm_manager'))
  expect(idsOf((await manager.ask('draft articles about gyroscope')).results)).toEqual([draft.id])
})

test.for<[field: string, body: unknown]>([
  ['query', {}],
  ['query', { query: '' }],
  ['query', { query: ' \n\t ' }],
  ['query', { query: 'x'.repeat(2001) }],
  ['query', { query: 7 }],
  ['query', { query: null }],
  ['model', { query: 'a', model: 'model-9' }],
  ['stream', { query: 'a', stream: 'yes' }],
  ['conversation_id', { query: 'a', conversation_id: 7 }],
  ['conversation_id', { query: 'a', conversation_id: 'x'.repeat(65) }],
  ['context_record.type', { query: 'a', context_record: { type: 'planet', id: 'x' } }],
  ['context_record.id', { query: 'a', context_record: { type: 'incident' } }],
  ['question', { query: 'a', question: 'b' }],
])('a bad %s is refused and named: %j', async ([field, body]) => {
  const problem = expectProblem(await copilot.call(body), 400, 'validation_error')
  expect(problem.errors!.map((error) => error.field)).toContain(field)
})

test('who may not ask is told so, and a record that is not there cannot be asked about', async () => {
  expectProblem(await copilot.call({ query: 'open incidents' }, { as: null }), 401, 'unauthenticated')
  for (const as of others)
    expectProblem(await copilot.call({ query: 'open incidents' }, { as }), 403, 'insufficient_role')
  const about = { query: 'who works on it?', context_record: { type: 'incident', id: 'INC9999999' } }
  expect(expectProblem(await copilot.call(about), 404, 'not_found').message).toContain('INC9999999')
  expectProblem(await copilot.call({ query: 'a\u0000b' }), 400, 'malformed_json')
})

test('records that have no open state can be described too', async () => {
  const created = await app.call('POST', '/cmdb/cis', { body: { name: 'kestrel-01', class: 'server' } })
  const { id } = expectOk<{ id: string }>(created, 201)
  const ctx = app.ctx()
  expect(await findByWords(ctx, 'ci', ['kestrel-01'])).toMatchObject([{ id }])
})

test('sixty questions a minute are answered, and the next is told when to come again', async () => {
  const hasty = await app.tokenFor('itsm_agent')
  const answers = await inWaves(130, () => copilot.call({ query: 'help' }, { as: hasty }))
  for (const { headers } of answers) expect(headers['x-ratelimit-limit']).toBe('60')
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(60)
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
})
