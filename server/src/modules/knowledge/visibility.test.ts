import { beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { driveArticles, type Article, type Articles } from '../../../test/articles.ts'
import { driveIncidents, expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import type { Role } from '../../kernel/actor.ts'
import { states, type State } from './transitions.ts'

let app: TestApp
let articles: Articles
const inStates = {} as Record<State, Article>
beforeAll(async () => {
  app = await startApp()
  articles = driveArticles(app)
  for (const state of states)
    inStates[state] = await articles.inState(state, { title: `Wombat ${state}`, body: 'secret', tags: ['t'] })
})

const everyState = states.join(',')
const namesOf = (found: Article[]) => found.map(({ title }) => title).toSorted()

describe('editors', () => {
  test.for<Role>(['knowledge_editor', 'itsm_manager', 'super_admin'])(
    'as %s see every article',
    async (role) => {
      const as = await app.tokenFor(role)
      for (const state of states) {
        expect(expectOk(await articles.read(inStates[state].id, { as }), 200)).toEqual(inStates[state])
        expect(namesOf((await articles.list({ state }, as)).data)).toEqual([`Wombat ${state}`])
        expectOk(await articles.read(`${inStates[state].id}/history`, { as }), 200)
        expectOk(await articles.read(`${inStates[state].id}/versions`, { as }), 200)
      }
      expect((await articles.list({ state: everyState }, as)).total).toBe(4)
    },
  )

  test('see published ones unless they ask for others', async () => {
    const as = await app.tokenFor('knowledge_editor')
    expect(namesOf((await articles.list({}, as)).data)).toEqual(['Wombat published'])
    expect(namesOf((await articles.list({ q: 'wombat' }, as)).data)).toEqual(['Wombat published'])
    expect((await articles.list({ q: 'wombat', state: 'draft,retired' }, as)).total).toBe(2)
  })
})

describe('readers', () => {
  const readers: Role[] = ['viewer', 'itsm_agent', 'auditor', 'change_approver']

  test.for(readers)('as %s see only published articles, whatever they ask for', async (role) => {
    const as = await app.tokenFor(role)
    for (const query of [
      {},
      { state: everyState },
      { q: 'wombat', state: everyState },
      { tag: 't', state: everyState },
      { author: inStates.draft.author, state: everyState },
      { q: 'secret', state: everyState },
    ] as Record<string, string>[]) {
      const { data, total } = await articles.list(query, as)
      expect([namesOf(data), total]).toEqual([['Wombat published'], 1])
    }
    for (const state of ['draft', 'review', 'retired'] as const) {
      const { id } = inStates[state]
      expect(await articles.list({ state }, as)).toMatchObject({ data: [], total: 0 })
      expect(await articles.list({ q: id, state: everyState }, as)).toMatchObject({ total: 0 })
      const before = await articles.everything()
      expectProblem(await articles.read(id, { as }), 404, 'not_found')
      expectProblem(await articles.act(id, 'votes', { helpful: true }, { as }), 404, 'not_found')
      expectProblem(await articles.read(`${id}/versions`, { as }), 404, 'not_found')
      expectProblem(await articles.read(`${id}/versions/1`, { as }), 404, 'not_found')
      expect(await articles.everything()).toEqual(before)
    }
    expect(expectOk(await articles.read(inStates.published.id, { as }), 200)).toEqual(inStates.published)
  })

  test.for(readers)(
    'as %s cannot learn from the history what an article said before publication',
    async (role) => {
      const as = await app.tokenFor(role)
      const { id } = inStates.published
      for (const part of ['versions', 'versions/1']) {
        const problem = expectProblem(await articles.read(`${id}/${part}`, { as }), 403, 'insufficient_role')
        expect(problem.required_roles).toEqual(['knowledge_editor', 'itsm_manager', 'super_admin'])
      }
      // Auditors may read the audit log.
      const history = await articles.read(`${id}/history`, { as })
      expect(history.statusCode).toBe(role === 'auditor' ? 200 : 403)
    },
  )

  test('no longer see an article once it is retired or unpublished', async () => {
    const as = await app.tokenFor('viewer')
    for (const state of ['retired', 'draft', 'review'] as const) {
      const { id } = await articles.publish({ title: 'Bandicoot' })
      expectOk(await articles.read(id, { as }), 200)
      await articles.change(id, { state })
      expectProblem(await articles.read(id, { as }), 404, 'not_found')
      expect((await articles.list({ q: 'bandicoot', state: everyState }, as)).total).toBe(0)
    }
  })
})

describe('an agent who drafted an article', () => {
  test('sees it, its versions and its history, and no other agent does', async () => {
    const { id: incident } = await driveIncidents(app).inState('resolved', { short_description: 'Numbat' })
    const [own, other] = [await app.tokenFor('itsm_agent'), await app.tokenFor('itsm_agent')]
    const made = expectOk<Article>(await articles.act('from-incident', incident, undefined, { as: own }), 201)
    expect(expectOk(await articles.read(made.id, { as: own }), 200)).toEqual(made)
    expect((await articles.list({ state: 'draft' }, own)).data).toEqual([made])
    expect((await articles.list({}, own)).data).not.toContainEqual(made)
    for (const part of ['versions', 'versions/1', 'history'])
      expectOk(await articles.read(`${made.id}/${part}`, { as: own }), 200)
    for (const part of ['', '/versions', '/versions/1', '/history'])
      expectProblem(await articles.read(`${made.id}${part}`, { as: other }), 404, 'not_found')
    expect((await articles.list({ state: 'draft' }, other)).total).toBe(0)
  })
})
