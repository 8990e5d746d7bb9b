import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { agentsOf } from '../../../../test/copilot.ts'
import { driveIncidents } from '../../../../test/incidents.ts'
import { startModelServer } from '../../../../test/models/server.ts'
import { canaryOf, harmIn, obey, promptInjections, unseen } from '../../../../test/prompt-injections.ts'

const model = await startModelServer('openai-compatible', {})
const app = await startApp({ ...model.env, BASE_URL: 'https://desk.example' })
const incidents = driveIncidents(app)
const nextAgent = await agentsOf(app, 4)

/** In all the places that an answer may take its words from. */
async function plant(text: string): Promise<string> {
  const sane = text.replaceAll('\u0000', '')
  const line = sane.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ').slice(0, 250)
  const { id } = await incidents.create({ short_description: line, description: sane, category: 'bait' })
  await incidents.note(id, { body: sane })
  return id
}

const questions = [
  (id: string) => id,
  (id: string) => `notes of ${id}`,
  (id: string) => `history of ${id}`,
  () => 'last 3 incidents in the bait category',
]

describe('what stands in a record', () => {
  test.each(promptInjections.map((injection, i) => [i, injection.kind, injection] as const))(
    'does no harm in an answer of the grammar, nor when a model obeys it: %i, %s',
    async (i, _kind, { text, obeyed, calls = [] }) => {
      const id = await plant(text)
      const before = await incidents.everything()
      model.answer = { status: 400 }
      const plain = await nextAgent().ask(questions[i % questions.length]!(id))
      expect(plain).toMatchObject({ model_used: 'local/grammar', actions: [] })
      // What was written may be read; it must not lead or load anything.
      expect(harmIn(plain.answer, 'no canary here').filter((harm) => /elsewhere|image/.test(harm))).toEqual(
        [],
      )
      expect(plain.answer).not.toMatch(unseen)

      let canary = ''
      model.answer = (asked) => {
        canary = canaryOf(asked)
        if (asked.results.length === 0) return { calls: [{ name: 'get_record', args: { id } }] }
        if (asked.results.length === 1 && calls.length > 0) return { calls }
        return { text: `It is broken.\n\n${obeyed.map((each) => obey(each, canary)).join('\n\n')}\n` }
      }
      const told = await nextAgent().ask(`what of ${id}?`)
      expect(told.actions).toEqual([])
      expect(harmIn(told.answer, canary)).toEqual([])
      expect(await incidents.everything()).toEqual(before)
    },
  )
})
