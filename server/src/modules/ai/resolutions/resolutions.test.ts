import { afterEach, describe, expect, test } from 'vitest'
import { runTwice } from '../../../../test/ageing.ts'
import { startApp } from '../../../../test/app.ts'
import { driveArticles } from '../../../../test/articles.ts'
import { driveCases } from '../../../../test/cases.ts'
import { eventually } from '../../../../test/eventually.ts'
import { driveIncidents, type Incident } from '../../../../test/incidents.ts'
import { transact } from '../../../db/ctx.ts'
import { write } from './service.ts'

const app = await startApp()
const incidents = driveIncidents(app)
const articles = driveArticles(app)
const cases = driveCases(app)
afterEach(() => cases.removeAll())

const jam = {
  short_description: 'Paper jam in the printer of the mail room',
  description: 'The printer in the mail room says paper jam in tray two, nothing comes out any more.',
  category: 'printing',
}
const elsewhere = {
  short_description: 'Elevator smells of cheese',
  description: 'Since this morning, on all floors.',
}

const suggestedFor = async (id: string) =>
  ((await incidents.get(id)) as Incident & { ai_suggested_resolution: string }).ai_suggested_resolution

/** Makes everything due now. */
const lookNow = () =>
  app.query(
    `update suggested_resolutions set index_version = -1, retry_at = now() - interval '1 second' where retry_at < 'infinity'`,
  )

/** Runs the job immediately. */
const hurry = () =>
  app.query(`update jobs set run_at = now() where type like '%-resolutions' and claimed_by is null`)

const suggests = (id: string, text: RegExp | string) =>
  eventually(async () => {
    await hurry()
    const suggested = await suggestedFor(id)
    expect(suggested).toEqual(typeof text === 'string' ? text : expect.stringMatching(text))
    return true
  })

/** The number of attempts for an incident. */
const triesOf = async (id: string) =>
  (
    await app.query<{ tries: number }>(`select tries from suggested_resolutions where incident_id = '${id}'`)
  )[0]?.tries ?? 0
const isTried = (id: string) =>
  eventually(async () => {
    await hurry()
    return (await triesOf(id)) > 0
  })

describe('an open incident', () => {
  test('gets the resolution of a similar one; nothing else changes, and no event is published', async () => {
    const past = await cases.resolved(jam, 'Roller of tray two cleaned.')
    await cases.indexed()
    const made = await incidents.create(jam)
    await suggests(made.id, new RegExp(`^${past.id} \\(similar, \\d+ %\\): Roller of tray two cleaned\\.$`))
    const { ai_suggested_resolution: _, ...now } = (await incidents.get(made.id)) as Incident &
      Record<string, unknown>
    const { ai_suggested_resolution: none, ...before } = made as Incident & Record<string, unknown>
    expect(now).toEqual(before)
    expect(none).toBe('')
    expect((await incidents.eventsOf(made.id)).map(({ type }) => type)).toEqual(['incident.created'])
    expect(await app.query(`select action from audit_entries where subject_id = '${made.id}'`)).toEqual([
      { action: 'created' },
    ])
    const changed = await incidents.patch(made.id, { urgency: 'high' }, { headers: { 'if-match': '"1"' } })
    expect(changed.statusCode).toBe(200)
    expect(await suggestedFor(made.id)).toContain(past.id)
  })

  test('gets an article that fits better', async () => {
    const article = await articles.publish({
      title: 'Paper jam in the printer of the mail room',
      body: `The printer in the mail room says paper jam in tray two and nothing comes out any more:\n\n1. Open tray two.`,
    })
    await cases.indexed()
    const { id } = await incidents.create(jam)
    await suggests(id, `${article.id}: ${article.title}`)
    await articles.change(article.id, { state: 'retired' })
    expect(await suggestedFor(id)).toBe('')
  })

  test('without a similar resolved one gets no suggestion, and is not retried endlessly', async () => {
    await cases.resolved(jam, 'Roller of tray two cleaned.')
    await cases.indexed()
    const { id } = await incidents.create(elsewhere)
    await isTried(id)
    const runs = async () => {
      for (const type of ['suggest-resolutions', 'sweep-resolutions']) await runTwice(app, type)
    }
    await runs() // both may have started it at the same moment
    const tries = await triesOf(id)
    await runs()
    expect([await suggestedFor(id), await triesOf(id)]).toEqual(['', tries])
  })

  test('is retried when there is new knowledge, or when its text has changed', async () => {
    const { id } = await incidents.create(jam)
    await isTried(id)
    expect(await suggestedFor(id)).toBe('')
    const past = await cases.resolved(jam, 'Roller of tray two cleaned.')
    await cases.indexed()
    await app.query(
      `update suggested_resolutions set retry_at = now() - interval '1 second' where incident_id = '${id}'`,
    )
    await suggests(id, new RegExp(`^${past.id} `))
    await incidents.change(id, elsewhere)
    await suggests(id, '')
    await incidents.change(id, jam)
    await suggests(id, new RegExp(`^${past.id} `))
  })

  test('from an import, which publishes no events, is processed too', async () => {
    const past = await cases.resolved(jam, 'Roller of tray two cleaned.')
    await cases.indexed()
    const body = JSON.stringify({
      id: 'INC0500001',
      ...jam,
      state: 'in_progress',
      created_at: '2020-01-01T00:00:00Z',
    })
    const imported = await app.call('POST', '/incidents/import', {
      body,
      headers: { 'content-type': 'application/x-ndjson' },
    })
    expect(imported.json()).toMatchObject({ imported: 1 })
    await suggests('INC0500001', new RegExp(`^${past.id} `))
  })
})

describe('never suggested', () => {
  test('a deleted incident: the suggestion is replaced by another', async () => {
    const [one, other] = [
      await cases.resolved(jam, 'First remedy.'),
      await cases.resolved(jam, 'Second remedy.'),
    ]
    await cases.indexed()
    const { id } = await incidents.create(jam)
    await suggests(id, /remedy\.$/)
    const first = (await suggestedFor(id)).startsWith(one.id) ? one : other
    const second = first === one ? other : one
    await incidents.remove(first.id)
    expect(await suggestedFor(id)).not.toContain(first.id)
    await suggests(id, new RegExp(`^${second.id} `))
    for (const state of ['in_progress', 'resolved', 'closed']) await incidents.change(id, { state })
    expect(await suggestedFor(id)).toContain(second.id)
    await incidents.remove(second.id)
    expect(await suggestedFor(id)).toBe('')
    await lookNow()
    await runTwice(app, 'suggest-resolutions')
    expect(await suggestedFor(id)).toBe('')
  })

  test('the resolution of a reopened incident', async () => {
    const past = await cases.resolved(jam, 'Roller of tray two cleaned.')
    await cases.indexed()
    const { id } = await incidents.create(jam)
    await suggests(id, new RegExp(`^${past.id} `))
    await incidents.change(past.id, { state: 'reopened' })
    await suggests(id, '')
    expect(await incidents.get(past.id)).toMatchObject({ state: 'reopened' })
  })

  test('a note with restricted visibility, or an external link', async () => {
    const past = await cases.resolved(
      jam,
      'See [this](https://evil.example/x) ![y](https://evil.example/y). Roller cleaned.',
    )
    await incidents.note(past.id, { body: 'Kennwort-1 of the printer', visibility: 'internal' })
    await cases.indexed()
    const { id } = await incidents.create(jam)
    await suggests(id, /See this y\. Roller cleaned\.$/)
    expect(await suggestedFor(id)).not.toMatch(/Kennwort|evil/)
  })

  test('for an incident that is closed, cancelled or deleted', async () => {
    const closed = await incidents.inState('closed', jam)
    const cancelled = await incidents.inState('cancelled', jam)
    const gone = await incidents.create(jam)
    await incidents.remove(gone.id)
    await cases.resolved(jam, 'Roller of tray two cleaned.')
    await cases.indexed()
    const { id } = await incidents.create(jam)
    await suggests(id, /cleaned\.$/)
    await lookNow()
    for (const type of ['suggest-resolutions', 'sweep-resolutions']) await runTwice(app, type)
    for (const each of [closed, cancelled]) expect(await suggestedFor(each.id)).toBe('')
    const [row] = await app.query<{ ai_suggested_resolution: string }>(
      `select ai_suggested_resolution from incidents where id = '${gone.id}'`,
    )
    expect(row!.ai_suggested_resolution).toBe('')
  })
})

test('two nodes suggest once, and complete what the other left', async () => {
  const past = await cases.resolved(jam, 'Roller of tray two cleaned.')
  await cases.indexed()
  const node = await startApp({ DATABASE_URL: app.url })
  const made = await Promise.all(Array.from({ length: 30 }, () => incidents.create(jam)))
  for (const { id } of made) await suggests(id, new RegExp(`^${past.id} `))
  await node.close()
  const failed = await app.query(
    `select type, last_error from jobs where type like '%-resolutions' and last_error is not null`,
  )
  expect(failed).toEqual([])
})

test('an incident whose text changes during a suggestion gets none for its old text', async () => {
  const { id: incident_id, version } = await incidents.create(elsewhere)
  await incidents.change(incident_id, { description: 'Only in the basement.' })
  const late = { incident_id, version, text: 'For the old text', source_ids: [] }
  await transact(app.ctx(), (ctx) => write(ctx, [late], 1_000_000))
  expect(await suggestedFor(incident_id)).toBe('')
  expect(await app.query('select from suggested_resolutions where index_version = 1000000')).toEqual([])
})

test('an incident deleted during a suggestion is not suggested afterwards', async () => {
  for (let round = 0; round < 8; round++) {
    const past = await cases.resolved(jam, `Remedy of round ${round}.`)
    await cases.indexed()
    await Promise.all([
      ...Array.from({ length: 5 }, () => incidents.create(jam)),
      hurry(),
      ...(round % 2 ? [] : [hurry().then(() => incidents.remove(past.id))]),
    ])
    await hurry()
    await incidents.remove(past.id)
  }
  for (const type of ['suggest-resolutions', 'sweep-resolutions']) await runTwice(app, type)
  expect(
    await app.query(`select id from incidents where ai_suggested_resolution like '%Remedy of round%'`),
  ).toEqual([])
  expect(await app.query(`select incident_id from suggested_resolutions where source_ids <> '{}'`)).toEqual(
    [],
  )
})
