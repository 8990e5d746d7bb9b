import { text } from 'node:stream/consumers'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveIncidents } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { openSession } from '../../db/session.ts'
import { parseCsv } from './csv.ts'

const app = await startApp()
const incidents = driveIncidents(app)
const ask = (query: Record<string, string> = {}, as?: string, path = '/incidents') =>
  app.call('GET', `${path}/export`, { query, ...(as && { as }) })
const rows = async (query: Record<string, string> = {}, as?: string) => parseCsv((await ask(query, as)).body)

test('an export has every record that matches, in the order of the list, over many pages', async () => {
  const lines = Array.from({ length: 1203 }, (_, n) =>
    JSON.stringify({ short_description: `One of many ${n}`, category: 'many', priority: `P${1 + (n % 4)}` }),
  )
  const headers = { 'content-type': 'application/x-ndjson' }
  expect((await app.call('POST', '/incidents/import', { body: lines.join('\n'), headers })).statusCode).toBe(
    200,
  )
  await incidents.create({ category: 'few' })
  for (const order of [{}, { sort: 'priority', order: 'asc' }] as Record<string, string>[]) {
    const exported = (await rows({ category: 'many', ...order })).map(({ id }) => id)
    expect(exported).toHaveLength(1203)
    expect(new Set(exported).size).toBe(1203)
    const { data } = await incidents.list({ category: 'many', limit: '200', ...order })
    expect(exported.slice(0, 200)).toEqual(data.map(({ id }) => id))
  }
  expect(await rows({ q: 'many', category: 'many' })).toHaveLength(1203)
})

test('an export is CSV with the chosen columns, and no cell is a formula', async () => {
  const { id } = await incidents.create({
    short_description: '=cmd|calc, "now"',
    description: 'two\nlines',
    category: 'odd',
    assigned_to: 'ada@example.com',
  })
  const response = await ask({ category: 'odd', columns: 'id,assigned_to,short_description,sla,closed_at' })
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
  expect(response.headers['content-disposition']).toMatch(
    /^attachment; filename="incidents-\d{4}-\d\d-\d\d\.csv"$/,
  )
  expect(response.body.split('\r\n')[0]).toBe('id,assigned_to,short_description,sla,closed_at')
  const [row] = parseCsv(response.body)
  expect(row).toMatchObject({
    id,
    assigned_to: 'ada@example.com',
    short_description: `'=cmd|calc, "now"`,
    closed_at: '',
  })
  expect(JSON.parse(row!.sla!)).toMatchObject({ clock: 'running' })
  const [whole] = await rows({ category: 'odd' })
  expect(whole).toMatchObject({ description: 'two\nlines', state: 'new' })
  expect(whole).not.toHaveProperty('opened_by_id')
  expect((await ask({ category: 'none of this' })).body).toMatch(/^[a-z_,]+\r\n$/)
})

test('the answer of an export begins before it reads, so that exports that wait are no load', async () => {
  const authorization = `Bearer ${await app.tokenFor('viewer')}`
  const holder = await openSession(app.url, 'test')
  await holder.query('begin; lock table incidents')
  const request = { url: '/prod/api/v1/incidents/export?category=odd', headers: { authorization } }
  const response = await app.http.inject({ ...request, payloadAsStream: true })
  await holder.end()
  expect(response.statusCode).toBe(200)
  expect(parseCsv(await text(response.stream()))).toHaveLength(1)
})

test('an export breaks off when its token is revoked', async () => {
  const as = await app.tokenFor('viewer')
  const holder = await openSession(app.url, 'test')
  await holder.query('begin; lock table incidents')
  const request = { url: '/prod/api/v1/incidents/export', headers: { authorization: `Bearer ${as}` } }
  const response = await app.http.inject({ ...request, payloadAsStream: true })
  await app.call('POST', `/clients/${decodeJwt(as).sub}/rotate-secret`)
  await holder.end()
  await expect(text(response.stream())).rejects.toThrow('response destroyed')
})

test('an export is made under the rights of its reader', async () => {
  const body = { title: 'Not published yet', body: 'secret' }
  expect((await app.call('POST', '/knowledge/articles', { body })).statusCode).toBe(201)
  const viewer = await app.tokenFor('viewer')
  const drafts = async (as?: string) => (await ask({ state: 'draft' }, as, '/knowledge/articles')).body
  expect(await drafts()).toContain('Not published yet')
  expect(await drafts(viewer)).not.toContain('Not published yet')
  expect((await rows({ category: 'odd' }, viewer)).length).toBe(1)
})

test.each(['/changes', '/requests', '/cmdb/cis'])('%s has an export too', async (path) => {
  const names = { '/cmdb/cis': { name: 'sw-core' } }[path] ?? { short_description: 'Exported' }
  expect((await app.call('POST', path, { body: names })).statusCode).toBe(201)
  const exported = parseCsv((await ask({}, undefined, path)).body)
  expect(exported).toHaveLength(1)
  // Only a single read has it.
  expect(exported[0]).not.toHaveProperty('related_from')
})

test.each([
  ['columns', { columns: 'id,opened_by_id' }],
  ['state', { state: 'lost' }],
  ['limit', { limit: '5' }],
  ['sort', { sort: 'category' }],
  ['sort', { sort: 'relevance' }, '/knowledge/articles'],
])('a wrong %s is an error', async (field, query, path = '/incidents') => {
  const { errors } = expectProblem(await ask(query as never, undefined, path), 400, 'validation_error')
  expect(errors?.[0]?.field).toBe(field)
})
