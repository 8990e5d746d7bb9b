import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveArticles, type Article } from '../../../test/articles.ts'
import { makeUser } from '../../../test/identity/key-owners.ts'
import { expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { countStatuses } from '../../../test/records.ts'
import { roles, type Role } from '../../kernel/actor.ts'

const app = await startApp()
const articles = driveArticles(app)

const whole = { title: 'Renew a token', body: '# Steps\n\n1. Ask', category: 'access', tags: ['vpn', 'mfa'] }

describe('an article', () => {
  test('is created as a draft of its author, with its URL and version', async () => {
    const editor = await makeUser(app, 'knowledge_editor')
    const response = await articles.ask(whole, { as: editor.token })
    const made = expectOk<Article>(response, 201)
    expect(made).toEqual({
      ...whole,
      id: expect.stringMatching(/^KB\d{7}$/),
      number: made.id,
      url: `http://localhost:8080/knowledge/articles/${made.id}`,
      state: 'draft',
      author: editor.email,
      updated_by: editor.email,
      allowed_transitions: ['review', 'published'],
      published_at: null,
      reviewed_at: null,
      helpful_count: 0,
      unhelpful_count: 0,
      source_incident_id: null,
      version: 1,
      created_at: made.created_at,
      updated_at: made.created_at,
      deleted: false,
    })
    expect(response.headers).toMatchObject({
      etag: '"1"',
      location: `/prod/api/v1/knowledge/articles/${made.id}`,
    })
    const read = await articles.read(made.id, { as: editor.token })
    expect(read.json()).toEqual(made)
    expect(read.headers.etag).toBe('"1"')
  })

  test('needs only a title, and IDs increment', async () => {
    const [one, two] = [await articles.create(), await articles.create()]
    expect(one).toMatchObject({ body: '', category: null, tags: [] })
    expect(Number(two.id.slice(2))).toBe(Number(one.id.slice(2)) + 1)
  })

  test.for(['draft', 'review', 'published'] as const)('may be created as %s', async (state) => {
    const made = await articles.create({ state })
    expect(made.state).toBe(state)
    expect(made.published_at).toBe(state === 'published' ? made.created_at : null)
  })

  test('is updated field by field, by any editor', async () => {
    const made = await articles.create(whole)
    const editor = await makeUser(app, 'knowledge_editor')
    const response = await articles.patch(made.id, { body: 'Better', tags: [] }, { as: editor.token })
    const changed = expectOk<Article>(response, 200)
    expect(changed).toEqual({
      ...made,
      body: 'Better',
      tags: [],
      updated_by: editor.email,
      version: 2,
      updated_at: changed.updated_at,
    })
    expect(response.headers.etag).toBe('"2"')
    expect(await articles.get(made.id)).toEqual(changed)
  })

  test('sent back as it was read does not change', async () => {
    const made = await articles.create(whole)
    const before = await articles.everything()
    expect(await articles.change(made.id, made)).toEqual(made)
    expect(await articles.change(made.id, {})).toEqual(made)
    expect(await articles.everything()).toEqual(before)
  })

  test('ignores read-only fields', async () => {
    const forged = {
      id: 'KB9999999',
      author: 'x',
      updated_by: 'x',
      version: 7,
      helpful_count: 100,
      published_at: '2020-01-01T00:00:00Z',
      reviewed_at: '2020-01-01T00:00:00Z',
      source_incident_id: 'INC0000001',
      deleted: true,
      snippet: 'x',
      highlights: { title: [], snippet: [] },
    }
    const made = await articles.create(forged)
    expect(made).toMatchObject({ version: 1, helpful_count: 0, published_at: null, source_incident_id: null })
    expect(await articles.change(made.id, forged)).toEqual(made)
  })

  test('cannot be updated, deleted, reviewed or restored with an outdated version', async () => {
    const { id } = await articles.create(whole)
    await articles.change(id, { title: 'Second' })
    const before = await articles.everything()
    const headers = { 'if-match': '"1"' }
    for (const response of [
      await articles.patch(id, { title: 'Third' }, { headers }),
      await articles.remove(id, { headers }),
      await articles.act(id, 'review', undefined, { headers }),
      await articles.act(id, 'versions/1/restore', undefined, { headers }),
    ]) {
      expectProblem(response, 412, 'precondition_failed')
      expect(response.headers.etag).toBe('"2"')
    }
    expect(await articles.everything()).toEqual(before)
    expect((await articles.change(id, { title: 'Third' }, { headers: { 'if-match': '"2"' } })).version).toBe(
      3,
    )
  })

  test('has a history of who changed which field, with old and new value, and publishes no event', async () => {
    const ada = await makeUser(app, 'knowledge_editor')
    const bob = await makeUser(app, 'itsm_manager')
    const { id } = await articles.create({ ...whole, tags: [] }, { as: ada.token })
    const published = await articles.change(id, { state: 'published', tags: ['vpn'] }, { as: bob.token })
    await articles.remove(id, { as: bob.token })
    const items = await articles.history(id)
    expect(items.map(({ actor, action, field, from, to }) => [actor, action, field, from, to])).toEqual([
      [ada.email, 'created', 'title', null, whole.title],
      [ada.email, 'created', 'body', null, whole.body],
      [ada.email, 'created', 'category', null, 'access'],
      [ada.email, 'created', 'state', null, 'draft'],
      [bob.email, 'updated', 'tags', [], ['vpn']],
      [bob.email, 'updated', 'state', 'draft', 'published'],
      [bob.email, 'updated', 'published_at', null, published.published_at],
      [bob.email, 'deleted', 'deleted', false, true],
    ])
    expect(await articles.eventsOf(id)).toEqual([])
  })
})

describe('a missing article', () => {
  test('is a 404 for every operation', async () => {
    const before = await articles.everything()
    for (const id of ['KB9999999', 'KB1', 'nonsense', 'from-incident'])
      for (const response of [
        await articles.read(id),
        await articles.patch(id, { title: 'x' }),
        await articles.remove(id),
        await articles.act(id, 'review'),
        // That address would begin an article from an incident called "votes", which takes no fields.
        await articles.act(id, 'votes', id === 'from-incident' ? undefined : { helpful: true }),
        await articles.act(id, 'versions/1/restore'),
        ...(await Promise.all(
          ['history', 'versions', 'versions/1', 'votes'].map((part) => articles.read(`${id}/${part}`)),
        )),
      ])
        expectProblem(response, 404, 'not_found')
    expect(await articles.everything()).toEqual(before)
  })

  test('that was deleted is visible only to auditors on request', async () => {
    const made = await articles.publish(whole)
    const deleted = expectOk<Article>(await articles.remove(made.id), 200)
    expect(deleted).toMatchObject({ deleted: true, deleted_by: made.author, state: 'published', version: 2 })
    const before = await articles.everything()
    for (const response of [
      await articles.read(made.id),
      await articles.patch(made.id, { title: 'x' }),
      await articles.remove(made.id),
      await articles.act(made.id, 'review'),
      await articles.act(made.id, 'votes', { helpful: true }),
      await articles.act(made.id, 'versions/1/restore'),
      await articles.read(`${made.id}/versions`),
      await articles.read(`${made.id}/versions/1`),
      await articles.read(`${made.id}/votes`),
    ])
      expectProblem(response, 404, 'not_found')
    expect((await articles.list({ q: made.id })).total).toBe(0)
    expect(await articles.everything()).toEqual(before)
    const query = { include_deleted: 'true' }
    for (const role of ['auditor', 'itsm_manager', 'super_admin'] as const) {
      const as = await app.tokenFor(role)
      expect(expectOk(await articles.read(made.id, { as, query }), 200)).toEqual(deleted)
      expectOk(await articles.read(`${made.id}/history`, { as }), 200)
    }
    for (const role of ['viewer', 'itsm_agent', 'knowledge_editor'] as const) {
      const as = await app.tokenFor(role)
      expectProblem(await articles.read(made.id, { as, query }), 403, 'insufficient_role')
      expectProblem(await articles.read(`${made.id}/history`, { as }), 404, 'not_found')
    }
  })
})

describe('roles', () => {
  type Call = (id: string, as: string) => Promise<LightMyRequestResponse>
  const editors: Role[] = ['super_admin', 'itsm_manager', 'knowledge_editor']
  /** The permitted roles for each operation. */
  const rights: [title: string, allowed: readonly Role[], call: Call, status: number][] = [
    ['read one', roles, (id, as) => articles.read(id, { as }), 200],
    ['list', roles, (_id, as) => app.call('GET', '/knowledge/articles', { as }), 200],
    ['list stale ones', roles, (_id, as) => app.call('GET', '/knowledge/articles/stale', { as }), 200],
    ['vote', roles, (id, as) => articles.act(id, 'votes', { helpful: true }, { as }), 200],
    ['create', editors, (_id, as) => articles.ask({ title: 'x' }, { as }), 201],
    ['update', editors, (id, as) => articles.patch(id, { title: 'y' }, { as }), 200],
    ['review', editors, (id, as) => articles.act(id, 'review', undefined, { as }), 200],
    ['restore', editors, (id, as) => articles.act(id, 'versions/1/restore', undefined, { as }), 200],
    ['read votes', editors, (id, as) => articles.read(`${id}/votes`, { as }), 200],
    ['read versions', editors, (id, as) => articles.read(`${id}/versions`, { as }), 200],
    ['read the history', [...editors, 'auditor'], (id, as) => articles.read(`${id}/history`, { as }), 200],
    [
      'draft from an incident',
      [...editors, 'itsm_agent'],
      (_id, as) => articles.act('from-incident', 'INC9999999', undefined, { as }),
      404,
    ],
    ['delete', ['super_admin', 'itsm_manager'], (id, as) => articles.remove(id, { as }), 200],
  ]

  test.for(rights)('to %s are enforced', async ([, allowed, call, status]) => {
    for (const role of roles) {
      const as = await app.tokenFor(role)
      const { id } = await articles.publish()
      const before = await articles.everything()
      const { statusCode } = await call(id, as)
      expect([role, statusCode]).toEqual([role, allowed.includes(role) ? status : 403])
      const after = await articles.everything()
      expect(allowed.includes(role) ? before : after).toEqual(before)
    }
  })

  test('a token is required to read or write', async () => {
    const { id } = await articles.publish()
    for (const path of ['', '/stale', `/${id}`, `/${id}/history`, `/${id}/versions`])
      expect((await app.call('GET', `/knowledge/articles${path}`, { as: null })).statusCode).toBe(401)
    const refused = await app.call('POST', '/knowledge/articles', { as: null, body: { title: 'x' } })
    expect(refused.statusCode).toBe(401)
  })
})

describe('one Idempotency-Key', () => {
  const count = async () => (await app.query('select from articles')).length

  test('creates one article, however often it is sent', async () => {
    const headers = { 'idempotency-key': 'articles-once' }
    const before = await count()
    const answers = await Promise.all(Array.from({ length: 20 }, () => articles.ask(whole, { headers })))
    expect(Object.keys(countStatuses(answers)).filter((status) => !['201', '409'].includes(status))).toEqual(
      [],
    )
    const again = await articles.ask(whole, { headers })
    const bodies = [...answers, again].filter(({ statusCode }) => statusCode === 201).map(({ body }) => body)
    expect(new Set(bodies).size).toBe(1)
    expect(await count()).toBe(before + 1)
    expect((await articles.ask({ title: 'Other' }, { headers })).statusCode).toBe(422)
  })

  test('creates one review and one restore', async () => {
    const { id } = await articles.create(whole)
    await articles.change(id, { body: 'x' })
    for (const verb of ['review', 'versions/1/restore']) {
      const headers = { 'idempotency-key': `${id} ${verb}`.replaceAll(' ', '-') }
      const first = await articles.act(id, verb, undefined, { headers })
      const second = await articles.act(id, verb, undefined, { headers })
      expect(second.body).toBe(first.body)
      expect(second.headers['idempotent-replayed']).toBe('true')
    }
    expect((await articles.get(id)).version).toBe(4)
  })
})
