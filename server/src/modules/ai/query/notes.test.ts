import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveCopilot } from '../../../../test/copilot.ts'
import { expectOk } from '../../../../test/incidents.ts'

const app = await startApp()
const [agent, editor] = [await app.tokenFor('itsm_agent'), await app.tokenFor('knowledge_editor')]

const make = async (path: string, body: object, as?: string) =>
  expectOk<{ id: string }>(await app.call('POST', path, { body, ...(as && { as }) }), 201)

const noted: [path: string, body: object][] = [
  ['/changes', { short_description: 'Patch the core switch' }],
  ['/requests', { short_description: 'A second screen' }],
  ['/cmdb/cis', { name: 'switch-01' }],
]
test.for(noted)(
  'notes of %s are shown, newest first, without internal and private ones',
  async ([path, body]) => {
    const { id } = await make(path, body)
    const copilot = driveCopilot(app, agent)
    expect((await copilot.ask(`notes of ${id}`)).answer).toMatch(/ has no notes\.$/)
    await make(`${path}/${id}/notes`, { body: 'First look' }, agent)
    await make(`${path}/${id}/notes`, { body: 'For everyone', visibility: 'public' })
    await make(`${path}/${id}/notes`, { body: 'between us', visibility: 'internal' }, agent)
    await make(`${path}/${id}/notes`, { body: 'secret thought', visibility: 'private' }, agent)
    const { answer } = await copilot.ask(`notes of ${id}`)
    expect(answer).toMatch(/, 2 notes:\n- .*: For everyone\n- .*: First look$/)
  },
)

test('notes of an article are shown only to those who work on it', async () => {
  const { id } = await make('/knowledge/articles', { title: 'Reset the VPN', body: 'Ask the desk' })
  for (const state of ['review', 'published'])
    expectOk(await app.call('PATCH', `/knowledge/articles/${id}`, { body: { state } }), 200)
  await make(`/knowledge/articles/${id}/notes`, { body: 'Needs a screenshot' })
  const ask = async (as: string) => (await driveCopilot(app, as).ask(`notes of ${id}`)).answer
  expect(await ask(agent)).toBe(`You do not have access to the notes of ${id} (Reset the VPN).`)
  expect((await app.call('GET', `/knowledge/articles/${id}/notes`, { as: agent })).statusCode).toBe(403)
  expectOk(await app.call('GET', `/knowledge/articles/${id}/notes`, { as: editor }), 200)
  const manager = await app.tokenFor('itsm_manager')
  expect(await ask(manager)).toMatch(/, 1 note:\n- .*: Needs a screenshot$/)
})
