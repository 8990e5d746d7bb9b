import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../test/app.ts'
import { driveArticles, type Articles } from '../../../../test/articles.ts'
import { driveCopilot } from '../../../../test/copilot.ts'
import type { Role } from '../../../kernel/actor.ts'

let app: TestApp
let articles: Articles
beforeAll(async () => {
  app = await startApp()
  articles = driveArticles(app)
})
afterAll(() => app.close())

/** Published, with a past that only those who work on it read: an early text, and a vote. */
async function publishedArticle() {
  const { id } = await articles.create({ title: 'Reset the VPN', body: 'The master password is hunter2' })
  await articles.change(id, { body: 'Ask the desk' })
  for (const state of ['review', 'published']) await articles.change(id, { state })
  await articles.act(id, 'votes', { helpful: false, comment: 'Useless' })
  return id
}

const cases: [role: Role, status: number][] = [
  ['itsm_agent', 403],
  ['itsm_manager', 200],
  ['super_admin', 200],
]

test.for(cases)(
  'the copilot tells %s the history of an article exactly as /history does: %s',
  async ([role, status]) => {
    const id = await publishedArticle()
    const as = await app.tokenFor(role)
    const history = await articles.read(`${id}/history`, { as })
    expect(history.statusCode).toBe(status)
    const { answer } = await driveCopilot(app, as).ask(`history of ${id}`)
    if (status === 200) {
      expect(answer).toMatch(/changes:\n- /)
      expect(answer).toContain('hunter2')
    } else expect(answer).toBe(`You do not have access to the history of ${id} (Reset the VPN).`)
  },
)
