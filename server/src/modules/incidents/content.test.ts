import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveIncidents } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()
const incidents = driveIncidents(app)

const tooLong = 'x'.repeat(256)
const wrong: [string, object, string][] = [
  ['a blank summary', { short_description: ' \u3000 ' }, 'short_description'],
  ['an empty summary', { short_description: '' }, 'short_description'],
  ['a summary of 256 characters', { short_description: tooLong }, 'short_description'],
  ['a summary of 256 emoji', { short_description: '🚒'.repeat(256) }, 'short_description'],
  ['a summary of two lines', { short_description: 'a\nb' }, 'short_description'],
  ['a carriage return in the summary', { short_description: 'a\rb' }, 'short_description'],
  ['a line separator in the summary', { short_description: 'a\u2028b' }, 'short_description'],
  ['a control character in the summary', { short_description: 'a\u0007b' }, 'short_description'],
  ['an escape sequence in the summary', { short_description: '\u001b[31mred' }, 'short_description'],
  ['a summary that is a number', { short_description: 7 }, 'short_description'],
  ['a summary that is null', { short_description: null }, 'short_description'],
  ['a priority that is null', { priority: null }, 'priority'],
  ['a priority in small letters', { priority: 'p1' }, 'priority'],
  ['an unknown priority', { priority: 'P5' }, 'priority'],
  ['a state that is null', { state: null }, 'state'],
  ['an unknown state', { state: 'open' }, 'state'],
  ['an unknown impact', { impact: 'huge' }, 'impact'],
  ['an unknown urgency', { urgency: 1 }, 'urgency'],
  ['an assignee who is no address', { assigned_to: 'ada' }, 'assigned_to'],
  ['a CI of another form', { ci_id: 'SRV1' }, 'ci_id'],
  ['a change of another form', { change_id: 'CHG1' }, 'change_id'],
  ['a description that is a list', { description: ['a'] }, 'description'],
  ['a description without end', { description: 'x'.repeat(100_001) }, 'description'],
  ['a category of two lines', { category: 'a\nb' }, 'category'],
  ['a blank group', { assignment_group: '  ' }, 'assignment_group'],
  ['an unknown field', { colour: 'red' }, 'colour'],
  ['the field of a prototype', { constructor: { prototype: {} } }, 'constructor'],
]

describe('invalid content', () => {
  test.for(wrong)('%s is refused with its name, on create and on update', async ([, body, field]) => {
    const { id } = await incidents.create()
    const before = await incidents.everything()
    for (const response of [
      await incidents.ask({ short_description: 'fine', ...body }),
      await incidents.patch(id, { category: 'network', ...body }),
    ]) {
      const { errors } = expectProblem(response, 400, 'validation_error')
      expect(errors!.map((error) => error.field)).toContain(field)
    }
    expect(await incidents.everything()).toEqual(before)
  })

  test.for(['in_progress', 'on_hold', 'resolved', 'closed', 'cancelled', 'reopened'])(
    'an incident cannot be created as %s',
    async (state) => {
      const before = await incidents.everything()
      const problem = expectProblem(
        await incidents.ask({ short_description: 'x', state }),
        400,
        'validation_error',
      )
      expect(problem.errors![0]!.field).toBe('state')
      expect(await incidents.everything()).toEqual(before)
    },
  )

  test('a missing summary, a body that is not an object, and text that cannot be stored are refused', async () => {
    const before = await incidents.everything()
    expectProblem(await incidents.ask({ priority: 'P1' }), 400, 'validation_error')
    expectProblem(await incidents.ask([]), 400, 'validation_error')
    expectProblem(await incidents.ask('null'), 400, 'validation_error')
    for (const text of ['a\\u0000b', '\\ud800', '\\udc00\\ud800'])
      for (const body of [
        `{"short_description":"${text}"}`,
        `{"short_description":"x","description":"${text}"}`,
        `{"short_description":"x","assignment_group":"${text}"}`,
      ])
        expectProblem(await incidents.ask(body), 400, 'malformed_json')
    expect(await incidents.everything()).toEqual(before)
  })
})

describe('text', () => {
  const texts = [
    'é and é are not normalised',
    'مرحبا שלום',
    'zero\u200bwidth\u200d\ufeff and \u202eright to left',
    '👩‍👩‍👧‍👦 🏳️‍🌈 𠀀 𝕏',
    '"quotes" \\back\\slash\\ </script> {{ x }} %s $1 \'; drop table incidents;--',
    '\u{10ffff}\uffff\ue000',
  ]
  test.for(texts)('is returned unchanged: %s', async (text) => {
    const description = `${text}\r\n\n\t${text}\u0001\u2028`
    const { id } = await incidents.create({ short_description: text, description, category: text })
    const changed = await incidents.change(id, { assignment_group: text })
    expect(changed).toMatchObject({
      short_description: text,
      description,
      category: text,
      assignment_group: text,
    })
    expect((await incidents.list({ category: text, limit: '1' })).data).toEqual([await incidents.get(id)])
  })

  test('is counted in code points: 255 letters or emoji are accepted', async () => {
    for (const short_description of ['x'.repeat(255), '🚒'.repeat(255)])
      expect((await incidents.create({ short_description })).short_description).toBe(short_description)
  })

  test('of a description may be long, whatever it contains', async () => {
    const ideographs = Array.from({ length: 50_000 }, (_, i) => String.fromCodePoint(0x20000 + (i % 42_000)))
    const paths = Array.from({ length: 6_000 }, (_, i) => `h${i}.io/p${i}`)
    for (const description of ['🚒'.repeat(100_000), ideographs.join('-').slice(0, 146_000), paths.join(' ')])
      expect((await incidents.create({ description })).description).toBe(description)
  })
})

test('the stored answer of a create is the one that the database writes for the same row', async () => {
  const { id } = await incidents.create({
    short_description: 'A "quoted" path \\\\host\\share, a tab\u00a0and an emoji 🚒',
    description: 'Two lines\nand a slash / and \u2028',
    priority: 'P1',
    category: 'mail',
    impact: 'high',
    location: 'Room 7',
  })
  const stored = async () => {
    const [row] = await app.query<{ body: string }>(`select body from incidents where id = '${id}'`)
    return JSON.parse(`{${row!.body}`) as Record<string, unknown>
  }
  const written = await stored()
  await app.query(`update incidents set body = '' where id = '${id}'`)
  expect(written).toEqual(await stored())
})
