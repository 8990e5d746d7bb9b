import { sql } from 'kysely'
import { Type } from 'typebox'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import type { PageRequest } from '../../db/page.ts'
import { Nullable } from '../../kernel/schema.ts'
import { field } from './field.ts'
import { noun, type RowOf } from './noun.ts'
import { conditionsOf, tableOf } from './store.ts'

const scored = noun({
  subject_type: 'scored',
  component: 'Scored',
  path: '/scored',
  fields: {
    score: field(Nullable(Type.Integer()), 'filter', 'sort'),
    label: field(Nullable(Type.String()), 'sort'),
  },
  defaults: {},
})
const table = tableOf<RowOf<typeof scored>>({ table: 'scored', next_id: `''`, ...scored })
const { db } = (await startApp()).ctx()

beforeAll(async () => {
  await sql`create table scored (id text primary key, score integer, label text, version integer default 1,
    created_at timestamptz default now(), updated_at timestamptz default now(), deleted_at timestamptz, deleted_by text)`.execute(
    db,
  )
  await sql`insert into scored (id, score, label) values
    ('a', 70, 'm'), ('b', null, null), ('c', -5, 'z'), ('d', null, 'infinity'), ('e', 100, null)`.execute(db)
})

/** The IDs of all pages, two to a page. */
async function idsBy(sort: string, order: PageRequest['order'], query = {}): Promise<string> {
  const ids: string[] = []
  let after: PageRequest['after']
  do {
    const request = { sort, order, after, limit: 2, page: 1 }
    const { rows, next } = await table.list(db, conditionsOf(scored.filters, query), request)
    ids.push(...rows.map(({ id }) => id))
    after = next
  } while (after)
  return ids.join('')
}

test.for([
  ['score', 'asc', 'caebd'],
  ['score', 'desc', 'eacdb'],
  ['label', 'asc', 'dacbe'],
  ['label', 'desc', 'cadeb'],
] as const)('a list by %s, %s, has records without one last, and each once', async ([sort, order, ids]) => {
  expect(await idsBy(sort, order)).toBe(ids)
})

test('a list is filtered by one or more numbers', async () => {
  expect(await idsBy('created_at', 'asc', { score: '70' })).toBe('a')
  expect(await idsBy('created_at', 'asc', { score: '-5,100' })).toBe('ce')
  const { pattern } = scored.filters.score!.schema as { pattern?: string }
  const accepted = ['', 'high', '7.5', '1,', '1e3', '99999999999'].filter((value) =>
    new RegExp(pattern!).test(value),
  )
  expect(accepted).toEqual([])
})
