import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveArticles } from '../../../../test/articles.ts'
import { commitDuring } from '../../../../test/commit-during.ts'
import { eventually } from '../../../../test/eventually.ts'
import { driveIncidents } from '../../../../test/incidents.ts'
import { indexed } from '../../../../test/indexed.ts'
import { allRows } from '../../../db/rows.ts'
import { encoderDimensions, encoderName } from '../embedding/encoder.ts'
import { openEmbedding } from '../embedding/open.ts'
import { loadEmbedding } from '../embedding/static.ts'
import { quantise } from '../math/vectors.ts'
import { hasUnencoded } from './encoding-store.ts'
import { encodeNext } from './encoding.ts'
import { VectorMirror } from './mirror.ts'
import { openIndex } from './open.ts'
import { findPassages, knowledgeVersion } from './service.ts'
import { statisticsOf } from './store.ts'

const app = await startApp()
const local = loadEmbedding()
const index = await openIndex(app.ctx(), openEmbedding(local.name, local, app.ctx().log), local)
const articles = driveArticles(app)
const incidents = driveIncidents(app)

async function found(query: string, kind: 'article' | 'incident' = 'article') {
  await indexed(app)
  return findPassages(app.ctx(), index, { kind, query, limit: 10 })
}
const ids = async (query: string, kind?: 'article' | 'incident') =>
  (await found(query, kind)).map(({ record_id }) => record_id)

test('an article is found by its words, section by section, while it is published', async () => {
  const body = '## Cause\nThe spooler hangs.\n## Fix\nRestart the zebrafish spooler twice.'
  const article = await articles.create({ title: 'Printer jams', body })
  expect(await ids('zebrafish spooler')).toEqual([])
  await articles.change(article.id, { state: 'published' })
  const [passage] = await found('how do I restart the zebrafish spooler')
  expect(passage).toMatchObject({
    record_id: article.id,
    title: 'Printer jams',
    heading: 'Fix',
    text: 'Restart the zebrafish spooler twice.',
    version: 2,
  })
  await articles.change(article.id, { state: 'retired' })
  expect(await ids('zebrafish spooler')).toEqual([])
})

test('the current text of an article is found, the previous one is not', async () => {
  const article = await articles.publish({ title: 'Wombat licence', body: 'Ask the quokka desk.' })
  expect(await ids('quokka')).toEqual([article.id])
  await articles.change(article.id, { body: 'Ask the numbat desk.' })
  expect(await ids('numbat')).toEqual([article.id])
  expect(await ids('quokka')).toEqual([])
})

test('a deleted article is not found, even before the index is updated', async () => {
  const article = await articles.publish({ title: 'Pangolin gateway', body: 'Reboot it.' })
  expect(await ids('pangolin gateway')).toEqual([article.id])
  await app.query(`alter table articles disable trigger articles_indexed_over`)
  await app.call('DELETE', `/knowledge/articles/${article.id}`)
  await app.query(`alter table articles enable trigger articles_indexed_over`)
  expect(await ids('pangolin gateway')).toEqual([])
})

test('an incident is found with its resolution while it is resolved', async () => {
  const incident = await incidents.create({ short_description: 'Axolotl feed stalls' })
  expect(await ids('axolotl feed', 'incident')).toEqual([])
  await incidents.change(incident.id, { state: 'in_progress', work_note: 'Looking at it' })
  await incidents.change(incident.id, { state: 'resolved', work_note: 'Flushed the ocelot buffer' })
  expect(await ids('ocelot buffer', 'incident')).toEqual([incident.id])
  expect((await found('ocelot buffer', 'incident'))[0]).toMatchObject({
    heading: 'Resolution',
    text: 'Flushed the ocelot buffer',
  })
  await incidents.change(incident.id, { state: 'reopened' })
  expect(await ids('axolotl feed', 'incident')).toEqual([])
  await incidents.change(incident.id, { state: 'in_progress' })
  await incidents.change(incident.id, { state: 'resolved' })
  expect(await ids('axolotl feed', 'incident')).toEqual([incident.id])
  await app.call('DELETE', `/incidents/${incident.id}`)
  expect(await ids('axolotl feed', 'incident')).toEqual([])
})

test('a note with restricted visibility does not count as the resolution', async () => {
  const incident = await incidents.inState('in_progress', { short_description: 'Narwhal lock' })
  await incidents.note(incident.id, { body: 'The cassowary password is 1234', visibility: 'internal' })
  await incidents.change(incident.id, { state: 'resolved' })
  expect(await ids('narwhal', 'incident')).toEqual([incident.id])
  expect(await ids('cassowary', 'incident')).toEqual([])
})

test('after any changes the statistics match the existing records', async () => {
  const titles = ['kiwi kiwi tuatara', 'kiwi moa', 'tuatara moa moa kakapo', 'weka']
  const made = []
  for (const title of titles) made.push(await articles.publish({ title, body: `# ${title}\nkiwi` }))
  await indexed(app)
  await articles.change(made[1]!.id, { body: 'weka weka' })
  await articles.change(made[2]!.id, { state: 'draft' })
  await app.call('DELETE', `/knowledge/articles/${made[3]!.id}`)
  await indexed(app)
  const { documents, average_length, frequency } = await statisticsOf(app.ctx().db, 'article', [
    'kiwi',
    'tuatara',
    'moa',
    'weka',
    'kakapo',
  ])
  const [kept] = await app.query<{ records: number; length: number }>(
    `select count(distinct record_id) as records, avg(length)::float8 as length from passages where kind = 'article'`,
  )
  expect([documents, average_length]).toEqual([kept!.records, kept!.length])
  expect(Object.fromEntries(frequency)).toEqual({ kiwi: 2, tuatara: 1, moa: 1, weka: 1 })
})

test('an article that meets a lock is indexed once it is released, one that cannot be indexed is skipped', async () => {
  await app.query(`create sequence tries;
    create function refuse() returns trigger language plpgsql as $$ begin
      if new.title = 'Poison' then raise exception 'never'; end if;
      if nextval('tries') < 4 then raise exception 'locked' using errcode = '55P03'; end if;
      return new;
    end $$;
    create trigger refuse before insert on passages for each row execute function refuse()`)
  const { id } = await articles.publish({ title: 'Okapi', body: 'Wait for the okapi.' })
  expect(await ids('okapi')).toEqual([id])
  await articles.publish({ title: 'Poison', body: 'Never found.' })
  const later = await articles.publish({ title: 'Bongo', body: 'Behind the bongo.' })
  expect(await ids('bongo')).toEqual([later.id])
  await app.query('drop function refuse() cascade')
})

test('every change of searchable content changes the knowledge version', async () => {
  await indexed(app)
  const before = await knowledgeVersion(app.ctx().db)
  const article = await articles.publish({ title: 'Dugong', body: 'Swim.' })
  await indexed(app)
  const after = await knowledgeVersion(app.ctx().db)
  expect(after).not.toBe(before)
  await app.call('PUT', `/knowledge/articles/${article.id}/vote`, { body: { helpful: true } })
  await indexed(app)
  expect(await knowledgeVersion(app.ctx().db)).toBe(after)
})

test('articles that can now be found by their meaning change the knowledge version', async () => {
  await articles.publish({ title: 'Manatee', body: 'Float.' })
  await indexed(app)
  const before = await knowledgeVersion(app.ctx().db)
  const embedding = openEmbedding(encoderName, local, app.ctx().log)
  expect(await encodeNext(app.ctx(), { ...index, embedding })).not.toEqual([])
  expect(await knowledgeVersion(app.ctx().db)).not.toBe(before)
})

test('whether a passage is left to encode is known without reading those that are not encoded', async () => {
  await app.query(`insert into passages (kind, record_id, place, title, heading, body, counts, length, title_terms, words, vector, model)
    select 'incident', 'done' || n, place, '', '', '', '{}', 0, '{}', '', '', case when place = 0 then '${encoderName}' end
    from generate_series(1, 3000) as n, generate_series(0, 1) as place`)
  await app.query('analyze passages')
  const plan = await allRows(
    app.ctx().db,
    sql`explain (analyze, costs off, timing off) select ${hasUnencoded}`,
  )
  await app.query(`delete from passages where record_id like 'done%'`)
  const lines = plan.map((line) => Object.values(line as object)[0] as string)
  expect(lines.filter((line) => /Seq Scan|Rows Removed/.test(line)).join('\n')).toBe('')
})

const vector = Float32Array.from({ length: encoderDimensions }, () => 1)
const insertion = (name: string, count: number) =>
  `insert into passages (kind, record_id, place, title, heading, body, counts, length, title_terms, words, vector, encoded, model, encoded_seq)
    select 'article', '${name}' || n, 0, '', '', '', '{}', 0, '{}', '', '', '\\x${quantise(vector).toString('hex')}', '${encoderName}', nextval('encoded_passages')
    from generate_series(1, ${count}) as n`
const add = (name: string, count: number) => app.query(insertion(name, count))
const remove = (name: string) => app.query(`delete from passages where record_id like '${name}%'`)

test('vectors in memory are not dropped while new ones are being read', async () => {
  const mirror = new VectorMirror('article')
  const ask = async (passages: number) =>
    (await mirror.nearest(app.ctx(), vector, 2000, passages)).filter(({ record_id }) =>
      record_id.startsWith('kept'),
    ).length
  await add('kept', 1100)
  await eventually(async () => (await ask(1100)) === 1100)
  await commitDuring(app, ['lock table passages', insertion('kept new', 1)], () =>
    Promise.all([ask(1100), ask(0)]),
  )
  expect(await eventually(async () => (await ask(1100)) === 1101)).toBe(true)
  await remove('kept')
})

test('passages that are gone leave room for new ones among the vectors in memory', async () => {
  const max = 200
  const mirror = new VectorMirror('article', max)
  const all = async () =>
    (await mirror.nearest(app.ctx(), vector, 2000, max)).map(({ record_id }) => record_id)
  for (const name of ['first', 'second', 'third']) {
    await add(name, 600)
    await eventually(async () => (await all()).includes(`${name}600`))
    await remove(name)
  }
  await add('last', 1)
  await eventually(async () => (await all()).includes('last1'))
  expect(await all()).not.toContain('first1')
  await remove('last')
})

test('a query may contain any characters', async () => {
  for (const query of [
    `'`,
    `\\`,
    `a' | 'b`,
    `'a\\' & !b`,
    '🦩',
    '((( & |',
    'x'.repeat(10_000),
    'ab '.repeat(5000),
  ])
    expect(await found(query)).toBeInstanceOf(Array)
})
