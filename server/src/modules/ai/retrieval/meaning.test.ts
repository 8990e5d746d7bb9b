import { expect, test } from 'vitest'
import { driveAnalyses } from '../../../../test/analyses.ts'
import { runTwice } from '../../../../test/ageing.ts'
import { startApp } from '../../../../test/app.ts'
import { driveArticles } from '../../../../test/articles.ts'
import { driveCases } from '../../../../test/cases.ts'
import { eventually } from '../../../../test/eventually.ts'
import { driveIncidents, expectOk, type Incident } from '../../../../test/incidents.ts'
import { encoded, indexed } from '../../../../test/indexed.ts'
import { lockVectors } from './vectors.ts'

interface AskAnswer {
  answer: string
  covered: boolean
  model_used: string
  citations: { article_id: string }[]
}

const app = await startApp({ AI_EMBEDDING: 'minilm-l6-it' })
const articles = driveArticles(app)
const incidents = driveIncidents(app)

const ask = async (question: string) => {
  const headers = { 'cache-control': 'no-cache' }
  return expectOk<AskAnswer>(await app.call('POST', '/ai/ask', { body: { question }, headers }), 200)
}

test('an article is found by its meaning, among others, while it is published', async () => {
  const body = 'Open the self-service portal, choose Forgotten password and follow the link in the e-mail.'
  const article = await articles.create({ title: 'Reset a forgotten password', body, state: 'published' })
  await articles.create({ title: 'Order a bicycle rack', body: 'Ask facilities.', state: 'published' })
  await encoded(app)
  const question = 'I have forgotten my login credentials, how do I get a new password?'
  const asked = await ask(question)
  expect(asked).toMatchObject({ covered: true, model_used: 'local/minilm-l6-it' })
  expect(asked.citations[0]!.article_id).toBe(article.id)

  await articles.change(article.id, { state: 'retired' })
  const later = await ask(question)
  expect(later.citations.map(({ article_id }) => article_id)).not.toContain(article.id)
})

const errorCodes = `| code    | message                               | what to do                                        |
| ------- | ------------------------------------- | ------------------------------------------------- |
| NB-2040 | Document is locked by another session | wait ten minutes; see below                       |
| NB-2077 | Number range is exhausted             | ERP Applications extends it                       |
| NB-3190 | Exchange rate is missing              | the import of 06:00 failed; see interfaces        |
| NB-4012 | No authorisation for the transaction  | order _ERP access_                                |
| NB-9001 | No work process is free               | see "Northbook ERP is slow"                       |

## NB-2040

The lock belongs to a session that was lost with the VPN. Ask the person named in the message to sign out properly.

## Symptoms

The page of Northbook shows a code, such as NB-2040, because a document is locked.

## Sign-in

The client program must be at least 9.3; older ones show an empty window after the sign-in.`

test('a question about one row of a table is answered with it, one about a row that does not exist is not', async () => {
  await articles.create({ title: 'Northbook ERP: error codes', body: errorCodes, state: 'published' })
  await encoded(app)
  const row = await ask('what does NB-2077 mean')
  expect(row).toMatchObject({ covered: true })
  expect(row.answer).toContain('Number range is exhausted')
  expect(await ask('what does NB-7777 mean')).toMatchObject({ covered: false })
})

const retention = `Events, deliveries, finished bulk jobs and jobs that failed permanently are kept for a month; unfinished ones are kept
regardless of their age. The service also deletes:

| what                                    | kept for                            |
| --------------------------------------- | ----------------------------------- |
| AI usage                                | a year                              |
| unanswered questions                    | 180 days after they were asked last |
| messages of the bell                    | 90 days                             |
| uploads that are not attached to a note | a day                               |
| calls of an inbound webhook             | the last 100, until it is deleted   |

What is stored about people is on another page. A copy of the database has everything that it had when it was made.`

test('a row that says little without its title and heading is found with them', async () => {
  const body = `Start it with npm start.\n\n## Retention\n\n${retention}`
  await articles.create({ title: 'Running the service', body, state: 'published' })
  await encoded(app)
  for (const [question, row] of [
    ['when are unused uploads removed', 'a day'],
    ['how long are my messages in the bell retained', '90 days'],
    ['storage period of AI usage figures', 'a year'],
  ] as const) {
    const { answer } = await ask(question)
    expect(answer).toContain(row)
  }
  expect(await ask('how long are photographs kept')).toMatchObject({ covered: false })
})

test('the section that says what to do is quoted, not the one that says the same as the question', async () => {
  const { answer } = await ask('Northbook NB-2040: a document is locked')
  expect(answer).toContain('Ask the person named in the message')
  expect(answer).not.toContain('The page of Northbook shows a code')
})

test('a passage that only moves to another state keeps its vector', async () => {
  const seqs = () =>
    app.query<{ encoded_seq: number }>(
      `select encoded_seq from passages where kind = 'incident' and place = 0`,
    )
  const { id } = await incidents.inState('resolved', {
    short_description: 'Badge reader at the gate is dead',
  })
  await encoded(app)
  const before = await seqs()
  await incidents.change(id, { state: 'closed' })
  await encoded(app)
  expect(await seqs()).toEqual(before)
  expect(before).toHaveLength(1)
})

test('small talk, nonsense and other languages are no knowledge gaps, questions without an article are', async () => {
  const gaps = async () =>
    (await app.query<{ question: string }>('select question from knowledge_gaps')).map(
      ({ question }) => question,
    )
  const talk = [
    'hello',
    'thanks a lot!',
    'Tell me a joke',
    'asdf qwer zxcv',
    'constructor',
    'hasOwnProperty?',
    'Wie setze ich mein Passwort zurück?',
    'Comment réinitialiser mon mot de passe ?',
  ]
  for (const question of talk) {
    const { covered, answer } = await ask(question)
    expect([question, covered]).toEqual([question, false])
    expect(answer).toMatch(/^This does not look like a question/)
  }
  const open = 'How do I move a database to the new cluster?'
  expect((await ask(open)).answer).toMatch(/added to the unanswered questions/)
  expect((await ask('constructor of the password portal')).answer).not.toBe('')
  expect(await gaps()).toContain(open)
  expect((await gaps()).filter((question) => talk.includes(question))).toEqual([])
})

const suggestedFor = async (id: string) =>
  ((await incidents.get(id)) as Incident & { ai_suggested_resolution: string }).ai_suggested_resolution

test('an incident gets no suggestion before all articles are encoded', async () => {
  const problem = 'The badge reader at the north gate stays red'
  const [article, incident] = await app.database.db.transaction().execute(async (tx) => {
    await lockVectors(tx)
    const published = await articles.publish({ title: problem, body: `${problem}: restart its controller.` })
    await indexed(app)
    const reported = await incidents.create({ short_description: problem })
    for (const type of ['suggest-resolutions', 'sweep-resolutions']) await runTwice(app, type)
    expect(await app.query(`select from suggested_resolutions where incident_id = '${reported.id}'`)).toEqual(
      [],
    )
    return [published, reported]
  })
  await encoded(app)
  await eventually(async () => (await suggestedFor(incident.id)).includes(article.id))
})

test('an incident that was tried before a similar one was encoded gets its resolution later', async () => {
  const cases = driveCases(app)
  const [category, short_description, description, resolution] = past[4]
  const [solved, reported] = await app.database.db.transaction().execute(async (tx) => {
    await lockVectors(tx)
    const resolved = await cases.resolved({ category, short_description, description }, resolution)
    await indexed(app)
    const outage = await incidents.create({
      category,
      short_description: 'Hall 2 has no network, packing at a standstill',
      description: 'For about an hour nothing in hall 2 has had a connection: scanners, terminals, printers.',
    })
    await eventually(async () => {
      const tried = await app.query(`select from suggested_resolutions where incident_id = '${outage.id}'`)
      return tried.length > 0
    })
    expect(await suggestedFor(outage.id)).toBe('')
    return [resolved, outage]
  })
  await encoded(app)
  await eventually(async () => {
    await app.query('update suggested_resolutions set retry_at = now()')
    return (await suggestedFor(reported.id)).includes(solved.id)
  })
  for (const { id } of [solved, reported]) await incidents.remove(id)
})

/** From the demo data: a category, the texts and the resolution. */
const past = [
  [
    'network',
    'VPN drops every 10 minutes at home',
    'The VPN connects without a problem. After about 10 minutes everything freezes.',
    'The router on the way dropped idle sessions. Switched Keep the connection alive on.',
  ],
  [
    'network',
    'Tunnel disconnects after about 20 minutes',
    'Since I started using the hotspot, the VPN does not stay up. Mail and the web keep working.',
    'Packets were too large for the line. Set the tunnel to 1360.',
  ],
  [
    'identity',
    'Account of a trainee locks every few minutes',
    'The account of a trainee in Sales is locked. They say they have not mistyped.',
    'Unlocked. It was an old tablet, which still used the old password.',
  ],
  [
    'printing',
    'Print job stuck in the queue of prn-hall-2',
    'A job of 300 pages is stuck and nothing behind it is printed.',
    'Deleted the blocking job and restarted the spooler; the rest was printed.',
  ],
  [
    'network',
    'No network in hall 1, all terminals offline',
    'Nothing in hall 1 has a connection: terminals and label printers. Uplink of the switch is down.',
    'Optics of the uplink replaced. All terminals are back.',
  ],
] as const

test('the examples of the README and of the demo data find what is the same problem, and nothing else', async () => {
  const cases = driveCases(app)
  const ids: string[] = []
  for (const [category, short_description, description, resolution] of past)
    ids.push((await cases.resolved({ category, short_description, description }, resolution)).id)
  await encoded(app)
  const similar = await app.call('POST', '/ai/exemplars', {
    body: { record_type: 'incident', description: 'VPN drops every few minutes' },
  })
  const { exemplars } = expectOk<{ exemplars: { incident_id: string }[] }>(similar, 200)
  const found = exemplars.map(({ incident_id }) => incident_id)
  expect(found[0]).toBe(ids[0])
  expect(ids.slice(0, 2)).toEqual(expect.arrayContaining(found))

  const { id } = await incidents.create({
    category: 'network',
    short_description: 'Porto Vale: hall 2 has no network, packing at a standstill',
    description:
      'For about an hour nothing in hall 2 has had a connection: scanners, terminals, label printers. Hall 1 works.',
  })
  const { findings } = await driveAnalyses(app).analyze('root_cause', 'incident', id)
  expect(findings.probable_root_cause).toMatch(/Optics of the uplink replaced/)
  expect(findings.similar_past_incidents).toEqual([ids[4]])
})
