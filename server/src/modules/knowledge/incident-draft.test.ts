import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveArticles, type Article } from '../../../test/articles.ts'
import { makeUser } from '../../../test/identity/key-owners.ts'
import { tokenOfUser } from '../../../test/identity/mint.ts'
import { driveIncidents, expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { countStatuses } from '../../../test/records.ts'
import { states, type State } from '../incidents/transitions.ts'

const app = await startApp()
const articles = driveArticles(app)
const incidents = driveIncidents(app)

const ask = (incident: string, as?: string) =>
  articles.act('from-incident', incident, undefined, { ...(as && { as }) })
const draftFrom = async (incident: string, as?: string): Promise<Article> =>
  expectOk(await ask(incident, as), 201)

const bodyOf = (id: string, symptom: string, resolution: string) => `## Symptom

${symptom}

## Resolution

${resolution}

---

Drafted from [${id}](http://localhost:8080/incidents/${id}).
`

describe('a draft from an incident', () => {
  test('has its symptom, its resolution, its category and a link back', async () => {
    const { id } = await incidents.create({
      short_description: 'Mail is down',
      description: '  Nobody gets **mail**.\n\n* not even me\n',
      category: 'mail',
      subcategory: 'smtp',
    })
    await incidents.change(id, { state: 'in_progress', work_note: 'Looked at the queue' })
    await incidents.change(id, { state: 'resolved', work_note: 'Restarted the relay' })
    await incidents.note(id, { body: 'Also raised its limit', visibility: 'public' })
    const agent = await makeUser(app, 'itsm_agent')
    const before = await incidents.get(id)
    const response = await ask(id, agent.token)
    const made = expectOk<Article>(response, 201)
    expect(made).toMatchObject({
      title: 'Mail is down',
      body: bodyOf(
        id,
        'Nobody gets **mail**.\n\n* not even me',
        'Restarted the relay\n\nAlso raised its limit',
      ),
      category: 'mail',
      tags: ['smtp'],
      state: 'draft',
      author: agent.email,
      source_incident_id: id,
      version: 1,
    })
    expect(response.headers).toMatchObject({
      location: `/prod/api/v1/knowledge/articles/${made.id}`,
      etag: '"1"',
    })
    expect(await articles.get(made.id)).toEqual(made)
    expect(await incidents.get(id)).toEqual(before)
    expect((await articles.history(made.id)).map(({ field }) => field)).toEqual([
      'title',
      'body',
      'category',
      'tags',
      'state',
      'source_incident_id',
    ])
  })

  test('never contains notes with restricted visibility', async () => {
    const { id } = await incidents.create({ short_description: 'x' })
    const agent = await app.tokenFor('itsm_agent')
    await incidents.change(id, { state: 'in_progress' })
    const note = (body: string, visibility: string) => incidents.note(id, { body, visibility }, { as: agent })
    await note('seen by all', 'team')
    await note('HUSH internal', 'internal')
    await note('HUSH private', 'private')
    await incidents.change(id, { state: 'resolved' })
    await note('HUSH internal after', 'internal')
    await note('HUSH private after', 'private')
    const made = await draftFrom(id, agent)
    expect(made.body).toBe(bodyOf(id, 'x', 'seen by all'))
    expect(JSON.stringify(made)).not.toContain('HUSH')
  })

  test('says so if no note contains a resolution', async () => {
    const { id } = await incidents.inState('closed', { short_description: 'Quiet' })
    const made = await draftFrom(id)
    expect(made.body).toBe(bodyOf(id, 'Quiet', '_The incident has no note on how it was resolved._'))
    expect(made).toMatchObject({ category: null, tags: [] })
  })

  test('of a reopened incident contains its last resolution', async () => {
    const { id } = await incidents.create({ short_description: 'Again' })
    for (const body of [
      { state: 'in_progress' },
      { state: 'resolved', work_note: 'first try' },
      { state: 'reopened' },
      { state: 'in_progress' },
      { state: 'resolved', work_note: 'second try' },
      { state: 'closed' },
    ])
      await incidents.change(id, body)
    // Within the same millisecond their order would be undefined.
    await app.query(`update work_notes set created_at = created_at - interval '1 hour'
      where incident_id = '${id}' and body = 'first try'`)
    expect((await draftFrom(id)).body).toBe(bodyOf(id, 'Again', 'second try'))
  })

  test('is truncated to the maximum length of an article', async () => {
    const long = '🚒'.repeat(99_990)
    const { id } = await incidents.create({ short_description: 'Long', description: long })
    await incidents.change(id, { state: 'in_progress' })
    await incidents.change(id, { state: 'resolved', work_note: 'y'.repeat(99_990) })
    await incidents.note(id, { body: 'z'.repeat(99_990) })
    const { body } = await draftFrom(id)
    expect(Array.from(body).length).toBeLessThanOrEqual(200_000)
    expect(body).toContain('🚒…\n\n## Resolution\n\nyyy')
    expect(body).toContain('yyy…\n\n---')
    expect(body.isWellFormed()).toBe(true)
  })

  test('can be edited, published and found like any other', async () => {
    const { id } = await incidents.inState('resolved', { short_description: 'Quokka in the rack' })
    const made = await draftFrom(id)
    await articles.change(made.id, { state: 'published', title: 'Remove a quokka' })
    const { data } = await articles.list({ q: 'quokka' }, await app.tokenFor('viewer'))
    expect(data).toMatchObject([{ id: made.id, source_incident_id: id }])
  })
})

describe('an agent who drafted an article from an incident', () => {
  const draftAs = async (as: string) => draftFrom((await incidents.inState('resolved')).id, as)

  test('corrects it, submits it and takes it back, but does not publish it', async () => {
    const agent = await makeUser(app, 'itsm_agent')
    const as = agent.token
    const { id, source_incident_id } = await draftAs(as)
    for (const patch of [{ title: 'Clearer' }, { state: 'review' }, { body: 'x' }, { state: 'draft' }])
      expect(await articles.change(id, patch, { as })).toMatchObject({ ...patch, updated_by: agent.email })
    for (const state of ['published', 'retired']) {
      const problem = expectProblem(await articles.patch(id, { state }, { as }), 403, 'insufficient_role')
      expect(problem.required_roles).toEqual(['knowledge_editor', 'itsm_manager', 'super_admin'])
    }
    const headers = { 'if-match': '"1"' }
    expectProblem(await articles.patch(id, { title: 'x' }, { as, headers }), 412, 'precondition_failed')
    await articles.change(id, { state: 'published' })
    expectProblem(await articles.patch(id, { title: 'x' }, { as }), 403, 'insufficient_role')
    expect(await articles.get(id)).toMatchObject({ title: 'Clearer', source_incident_id, version: 6 })
  })

  test('deletes it, after which the incident can be drafted again', async () => {
    const as = await app.tokenFor('itsm_agent')
    const { id, source_incident_id } = await draftAs(as)
    expect(expectOk(await articles.remove(id, { as }), 200)).toMatchObject({ deleted: true })
    await draftFrom(source_incident_id!, as)
  })

  test('does not delete it once it has been published, even if it is a draft again', async () => {
    const as = await app.tokenFor('itsm_agent')
    const { id } = await draftAs(as)
    for (const state of ['published', 'draft']) {
      await articles.change(id, { state })
      const problem = expectProblem(await articles.remove(id, { as }), 403, 'insufficient_role')
      expect(problem.required_roles).toEqual(['itsm_manager', 'super_admin'])
    }
    await articles.change(id, { title: 'Still to be corrected' }, { as })
  })

  test('changes no other, and does not learn whether it exists', async () => {
    const [as, other] = [await app.tokenFor('itsm_agent'), await app.tokenFor('itsm_agent')]
    const ids = [(await draftAs(other)).id, (await articles.create()).id, 'KB9999999']
    const before = await articles.everything()
    for (const id of ids) {
      expectProblem(await articles.patch(id, { title: 'x' }, { as }), 403, 'insufficient_role')
      expectProblem(await articles.remove(id, { as }), 403, 'insufficient_role')
    }
    expect(await articles.everything()).toEqual(before)
  })

  test('keeps neither right without the role', async () => {
    const agent = await makeUser(app, 'itsm_agent')
    const { id } = await draftAs(agent.token)
    expectOk(await app.call('PATCH', `/users/${agent.id}`, { body: { roles: ['viewer'] } }), 200)
    const as = await tokenOfUser(app, agent.id)
    const before = await articles.everything()
    expectProblem(await articles.patch(id, { title: 'x' }, { as }), 403, 'insufficient_role')
    expectProblem(await articles.remove(id, { as }), 403, 'insufficient_role')
    expect(await articles.everything()).toEqual(before)
  })
})

describe('incidents that cannot be drafted', () => {
  test.for(states.filter((state) => !['resolved', 'closed'].includes(state)))(
    'an incident that is %s is refused',
    async (state: State) => {
      const { id } = await incidents.inState(state)
      const before = await articles.everything()
      const problem = expectProblem(await ask(id), 409, 'incident_not_resolved')
      expect(problem.current_state).toBe(state)
      expect(await articles.everything()).toEqual(before)
    },
  )

  test('a missing or deleted incident is a 404', async () => {
    const { id } = await incidents.inState('resolved')
    await incidents.remove(id)
    const before = await articles.everything()
    for (const incident of [id, 'INC9999999', 'nonsense', 'KB0000001'])
      expectProblem(await ask(incident), 404, 'not_found')
    expect(await articles.everything()).toEqual(before)
  })

  test('an incident with an existing article is refused, with the ID of the article', async () => {
    const { id } = await incidents.inState('resolved')
    const made = await draftFrom(id)
    const before = await articles.everything()
    const problem = expectProblem(await ask(id), 409, 'already_drafted')
    expect(problem.article_id).toBe(made.id)
    expect(await articles.everything()).toEqual(before)
    await articles.remove(made.id)
    expect((await draftFrom(id)).body).toBe(made.body)
  })

  test('an incident whose article is retired can be drafted again', async () => {
    const { id } = await incidents.inState('resolved')
    const first = await draftFrom(id)
    for (const state of ['published', 'retired']) expectOk(await articles.patch(first.id, { state }), 200)
    const second = await draftFrom(id, (await makeUser(app, 'itsm_agent')).token)
    expect(second.id).not.toBe(first.id)
    expect(expectProblem(await ask(id), 409, 'already_drafted').article_id).toBe(second.id)
    expectOk(await articles.patch(first.id, { state: 'draft' }), 200)
  })

  test('of many concurrent requests one gets the draft', async () => {
    const { id } = await incidents.inState('resolved')
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(id)))
    expect(countStatuses(answers)).toEqual({ 201: 1, 409: 19 })
    expect(await app.query(`select from articles where source_incident_id = '${id}'`)).toHaveLength(1)
  })

  test('the same request with the same Idempotency-Key gets the same response', async () => {
    const { id } = await incidents.inState('resolved')
    const options = { headers: { 'idempotency-key': `draft-${id}` } }
    const first = await articles.act('from-incident', id, undefined, options)
    const again = await articles.act('from-incident', id, undefined, options)
    expect([first.statusCode, again.statusCode, again.body]).toEqual([201, 201, first.body])
  })
})
