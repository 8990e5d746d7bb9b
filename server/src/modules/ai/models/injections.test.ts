import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { modelsOf } from '../../../../test/models/open.ts'
import { startModelServer } from '../../../../test/models/server.ts'
import { canaryOf, harmIn, obey, promptInjections, unseen } from '../../../../test/prompt-injections.ts'

const app = await startApp()
const server = await startModelServer('anthropic', {})
const opened = modelsOf(app, { ...server.env, BASE_URL: 'https://desk.example' })

/** Places where different people can write. */
const records: Record<string, (text: string) => unknown> = {
  incident: (text) => ({ id: 'INC0000001', short_description: 'VPN', description: text }),
  notes: (text) => [{ author: 'ada@example.com', body: 'Looked at it' }, { body: text }],
  alert: (text) => ({ description: JSON.stringify({ alert: { labels: { x: text } } }) }),
}
const readings = Object.keys(records).map((what) => ({ name: 'read', args: { what } }))

/** A conversation cites what its tools returned, so citations cannot be invented here. */
const injections = promptInjections.filter(({ kind }) => kind !== 'citation')

describe('a model that obeys instructions in an incident, in its notes and in an alert', () => {
  test.each(injections.map((injection, i) => [i, injection.kind, injection] as const))(
    'does no harm: %i, %s',
    async (_i, _kind, { text, obeyed, calls = [] }) => {
      const read: unknown[] = []
      const tool = {
        name: 'read',
        description: 'Reads a record',
        parameters: Type.Object({ what: Type.String() }, { additionalProperties: false }),
        run: async ({ what }: { what: string }) => {
          read.push(what)
          return records[what]!(text)
        },
      }
      let canary = ''
      server.asked.length = 0
      server.answer = (asked) => {
        canary = canaryOf(asked)
        if (asked.results.length === 0) return { calls: readings }
        if (asked.results.length === 3 && calls.length > 0) return { calls }
        return { text: `The VPN is down.\n\n${obeyed.map((each) => obey(each, canary)).join('\n\n')}\n` }
      }
      const told: string[] = []
      const said = await opened.models.converse(opened.ctx(), {
        alias: 'model-3-sonnet',
        endpoint: 'query',
        system: 'You answer.',
        messages: [{ role: 'user', content: 'What about INC0000001?' }],
        tools: [tool],
        onText: (delta) => told.push(delta),
      })
      expect(harmIn(said?.text ?? '', canary)).toEqual([])
      expect(harmIn(told.join(''), canary)).toEqual([])
      expect(read).toEqual(['incident', 'notes', 'alert'])
      expect(server.asked.at(-1)!.results.join('')).not.toMatch(unseen)
    },
  )
})
