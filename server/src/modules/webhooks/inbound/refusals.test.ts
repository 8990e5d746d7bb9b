import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { driveInbound } from '../../../../test/inbound.ts'
import { expectProblem } from '../../../../test/problem.ts'

const app = await startApp()
const inbound = driveInbound(app)

const title = { short_description: '{{ title }}' }
const severe = { field: 'severity', operator: 'eq', value: 'high' }

const refused: [what: string, change: object, field: string, code: string][] = [
  ['no name', { name: undefined }, 'name', 'required'],
  ['a blank name', { name: ' ' }, 'name', 'pattern'],
  ['a name of two lines', { name: 'a\nb' }, 'name', 'pattern'],
  ['a long name', { name: 'x'.repeat(201) }, 'name', 'too_long'],
  ['an unknown field', { colour: 'red' }, 'colour', 'unknown_field'],
  ['an unknown action', { action: 'close_incident' }, 'action', 'enum'],
  [
    'a target that does not exist',
    { field_mapping: { ...title, severity: 'P1' } },
    'field_mapping.severity',
    'unknown_field',
  ],
  [
    'a target that everything inherits',
    { field_mapping: { ...title, constructor: 'P1' } },
    'field_mapping.constructor',
    'unknown_field',
  ],
  [
    'a target that is not a writable field',
    { field_mapping: { ...title, state: 'closed' } },
    'field_mapping.state',
    'unknown_field',
  ],
  [
    'a template that is not a text',
    { field_mapping: { short_description: 5 } },
    'field_mapping.short_description',
    'type',
  ],
  [
    'a template that is too long',
    { field_mapping: { short_description: 'x'.repeat(8193) } },
    'field_mapping.short_description',
    'too_long',
  ],
  [
    'no short_description for a new incident',
    { field_mapping: { description: '{{ title }}' } },
    'field_mapping.short_description',
    'required',
  ],
  ['no mapping at all', { field_mapping: undefined }, 'field_mapping.short_description', 'required'],
  [
    'no dedup_key for resolve_incident',
    { action: 'resolve_incident' },
    'field_mapping.dedup_key',
    'required',
  ],
  ['no dedup_key with resolve_when', { resolve_when: [severe] }, 'field_mapping.dedup_key', 'required'],
  [
    'an unknown operator',
    { filters: [severe, { ...severe, operator: 'matches' }] },
    'filters.1.operator',
    'enum',
  ],
  [
    'an unknown operator in resolve_when',
    { resolve_when: [{ ...severe, operator: '=~' }] },
    'resolve_when.0.operator',
    'enum',
  ],
  ['an operator without its list', { filters: [{ ...severe, operator: 'in' }] }, 'filters.0.value', 'value'],
  ['a path that is none', { filters: [{ ...severe, field: 'a..b' }] }, 'filters.0.field', 'path'],
  [
    'a path in resolve_when that is none',
    { resolve_when: [{ ...severe, field: 'a[' }] },
    'resolve_when.0.field',
    'path',
  ],
  ['too many filters', { filters: Array.from({ length: 21 }, () => severe) }, 'filters', 'maxItems'],
  [
    'a filter with a field too many',
    { filters: [{ ...severe, not: true }] },
    'filters.0.not',
    'unknown_field',
  ],
  ['an unknown preset', { preset: 'nagios' }, 'preset', 'unknown'],
  ['a preset that everything inherits', { preset: 'toString' }, 'preset', 'unknown'],
  ['a secret of the caller', { secret_enabled: 'hunter2' }, 'secret_enabled', 'type'],
]

test.each(refused)('%s is refused with its name', async (_what, change, field, code) => {
  const before = await inbound.everything()
  const problem = expectProblem(
    await inbound.ask({ ...inbound.defaults, ...change }),
    400,
    'validation_error',
  )
  expect(problem.errors).toMatchObject([{ field, code, pointer: `/${field.replaceAll('.', '/')}` }])
  expect(await inbound.everything()).toEqual(before)
})

const broken: [template: string, position: number][] = [
  ['{{ }}', 4],
  ['{{ title', 9],
  ['Disk {{ host | shout }}', 16],
  ['{{ alerts[x] }}', 11],
  ['{{ title | truncate: "many" }}', 12],
]
test.each(broken)('the template %s is refused with the position of the error', async (template, position) => {
  const body = { ...inbound.defaults, field_mapping: { short_description: template } }
  const { errors } = expectProblem(await inbound.ask(body), 400, 'validation_error')
  expect(errors).toMatchObject([{ field: 'field_mapping.short_description', code: 'template' }])
  expect(errors![0]!.message).toContain(`at character ${position}`)
})

test('all errors in a mapping are reported at once', async () => {
  const field_mapping = { description: '{{ ', severity: 'P1' }
  const { errors } = expectProblem(
    await inbound.ask({ ...inbound.defaults, field_mapping }),
    400,
    'validation_error',
  )
  expect(errors!.map(({ field }) => field).toSorted()).toEqual([
    'field_mapping.description',
    'field_mapping.severity',
    'field_mapping.short_description',
  ])
})

test('an update is refused if the result would be invalid, without partial effect', async () => {
  const { id } = await inbound.create()
  const before = await inbound.everything()
  for (const [change, field] of [
    [{ name: 'New', field_mapping: {} }, 'field_mapping.short_description'],
    [{ name: 'New', resolve_when: [severe] }, 'field_mapping.dedup_key'],
    [{ name: 'New', action: 'resolve_incident' }, 'field_mapping.dedup_key'],
    [{ name: 'New', filters: [{ ...severe, field: '' }] }, 'filters.0.field'],
    [{ name: 'New', secret: 'mine', colour: 'red' }, 'colour'],
  ] as const)
    expect(expectProblem(await inbound.patch(id, change), 400, 'validation_error').errors).toMatchObject([
      { field },
    ])
  expect(await inbound.everything()).toEqual(before)
})

test('field names like __proto__ do not affect prototypes', async () => {
  const before = await inbound.everything()
  for (const text of [
    '{"name":"a","field_mapping":{"short_description":"x","__proto__":"polluted"}}',
    '{"name":"a","__proto__":{"polluted":true},"field_mapping":{"short_description":"x"}}',
    '{"name":"a","field_mapping":{"short_description":"x"},"constructor":{"prototype":{"polluted":true}}}',
  ])
    expect((await inbound.ask(text)).statusCode).toBe(400)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(await inbound.everything()).toEqual(before)
})
