import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveArticles } from '../../../../test/articles.ts'
import { driveCopilot } from '../../../../test/copilot.ts'
import { driveIncidents, expectOk } from '../../../../test/incidents.ts'
import type { Role } from '../../../kernel/actor.ts'

const app = await startApp()
const articles = driveArticles(app)

/** Published, with a past that only those who work on it read: an early text, and a vote. */
async function publishedArticle() {
  const { id } = await articles.create({ title: 'Reset the VPN', body: 'The master password is hunter2' })
  await articles.change(id, { body: 'Ask the desk' })
  for (const state of ['review', 'published']) await articles.change(id, { state })
  await articles.act(id, 'votes', { helpful: false, comment: 'Useless' })
  return id
}

/** What `/history` and the copilot say to one and the same caller. */
async function askBoth(role: Role) {
  const id = await publishedArticle()
  const as = await app.tokenFor(role)
  const { statusCode } = await articles.read(`${id}/history`, { as })
  const { answer } = await driveCopilot(app, as).ask(`history of ${id}`)
  return { id, statusCode, answer }
}

test('the copilot does not tell an agent the history that /history refuses', async () => {
  const { id, statusCode, answer } = await askBoth('itsm_agent')
  expect(statusCode).toBe(403)
  expect(answer).toBe(`You do not have access to the history of ${id} (Reset the VPN).`)
})

test('it tells an author who is no editor what happened to the article, without the votes on it', async () => {
  const incidents = driveIncidents(app)
  const author = await app.tokenFor('itsm_agent')
  const { id: incident } = await incidents.create()
  await incidents.change(incident, { state: 'in_progress' })
  await incidents.change(incident, { state: 'resolved' })
  const draft = await articles.act('from-incident', incident, undefined, { as: author })
  const { id } = expectOk<{ id: string }>(draft, 201)
  await articles.change(id, { state: 'published' })
  await articles.act(id, 'votes', { helpful: false, comment: 'Useless' })
  const { answer } = await driveCopilot(app, author).ask(`history of ${id}`)
  expect(answer).toContain('state draft → published')
  expect(answer).not.toContain('Useless')
})

test.for(['itsm_manager', 'super_admin'] as Role[])('it tells %s, who may read it', async (role) => {
  const { statusCode, answer } = await askBoth(role)
  expect(statusCode).toBe(200)
  expect(answer).toMatch(/changes:\n- /)
  expect(answer).toContain('hunter2')
})
