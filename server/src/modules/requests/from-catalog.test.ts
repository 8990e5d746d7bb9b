import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { expectOk } from '../../../test/incidents.ts'
import { expectProblem } from '../../../test/problem.ts'
import { driveCatalog, driveRequests } from '../../../test/requests.ts'

const app = await startApp()
const requests = await driveRequests(app)
const catalog = driveCatalog(app)

const typesOf = async (id: string) => (await requests.eventsOf(id)).map(({ type }) => type)
const fields = {
  type: 'object',
  properties: { size: { type: 'integer', minimum: 11 }, colour: { enum: ['black', 'silver'] } },
  required: ['size'],
  additionalProperties: false,
}

describe('the item of a request', () => {
  test('is found by ID or name, in any case', async () => {
    const item = await catalog.create({ name: 'Standing Desk' })
    for (const named of [item.id, item.id.toLowerCase(), 'Standing Desk', 'standing desk'])
      expect(await requests.create({ item: named })).toMatchObject({
        item: 'Standing Desk',
        item_id: item.id,
        state: 'submitted',
        approval: { status: 'pending', required: 1 },
      })
  })

  test('provides category and group, unless the request has its own', async () => {
    const { id } = await catalog.create({ category: 'hardware', assignment_group: 'Workplace' })
    expect(await requests.create({ item: id })).toMatchObject({
      category: 'hardware',
      assignment_group: 'Workplace',
    })
    expect(await requests.create({ item: id, category: 'loan' })).toMatchObject({
      category: 'loan',
      assignment_group: 'Workplace',
    })
    expect(await requests.create({ item: id, assignment_group: 'Reception' })).toMatchObject({
      category: 'hardware',
      assignment_group: 'Reception',
    })
  })

  test('provides them also when it is corrected, in place of what another item provided', async () => {
    const [hardware, software, bare] = [
      await catalog.create({ category: 'hardware', assignment_group: 'Workplace' }),
      await catalog.create({ category: 'software', assignment_group: 'Licences' }),
      await catalog.create(),
    ]
    const { id } = await requests.create({ item: 'a pony' })
    const correct = async (patch: object) => {
      const { category, assignment_group } = await requests.change(id, patch)
      return [category, assignment_group]
    }
    expect(await correct({ item: hardware.id })).toEqual(['hardware', 'Workplace'])
    expect(await correct({ item: software.id })).toEqual(['software', 'Licences'])
    expect(await correct({ item: hardware.id, category: 'loan' })).toEqual(['loan', 'Workplace'])
    expect(await correct({ item: software.id, assignment_group: null })).toEqual(['loan', 'Licences'])
    expect(await correct({ item: bare.id })).toEqual(['loan', null])
  })

  test('without required approval is approved immediately, with events in order', async () => {
    const item = await catalog.create({ approval_required: false })
    const response = await requests.ask({ short_description: 'Reset', item: item.name })
    const request = expectOk<{ id: string }>(response, 201)
    expect(request).toMatchObject({
      item_id: item.id,
      state: 'approved',
      approval: { status: 'approved', required: 0, decisions: [] },
      allowed_transitions: ['in_fulfillment', 'cancelled'],
      version: 1,
    })
    expect((await requests.eventsOf(request.id)).map(({ type, data }) => [type, data.state])).toEqual([
      ['request.submitted', 'submitted'],
      ['request.approved', 'approved'],
    ])
    const late = await requests.act(request.id, 'approve', {}, { as: requests.board })
    expectProblem(late, 409, 'invalid_state_transition')
    expect((await requests.done(request.id, 'fulfil')).state).toBe('fulfilled')
    expect(await typesOf(request.id)).toHaveLength(2)
  })

  test('is approved once, also when the call is repeated', async () => {
    const item = await catalog.create({ approval_required: false })
    const ask = () =>
      requests.ask({ short_description: 'x', item: item.id }, { headers: { 'idempotency-key': 'again' } })
    const [first, second] = [await ask(), await ask()]
    expect([first.statusCode, second.body]).toEqual([201, first.body])
    expect(await typesOf(first.json<{ id: string }>().id)).toEqual(['request.submitted', 'request.approved'])
  })
})

describe('free text', () => {
  test('matches no active item, and requires approval', async () => {
    const retired = await catalog.create({ name: 'Pager', active: false, approval_required: false })
    const deleted = await catalog.create({ name: 'Telex', approval_required: false })
    expectOk(await catalog.remove(deleted.id), 200)
    for (const item of ['Pager', retired.id, 'Telex', deleted.id, 'A pony', 'ITM9999999'])
      expect(await requests.create({ item, variables: { anything: [1] } })).toMatchObject({
        item,
        item_id: null,
        state: 'submitted',
        approval: { status: 'pending', required: 1 },
      })
  })

  test('stays free text when an item of that name is created later', async () => {
    const name = `Rack ${crypto.randomUUID()}`
    const request = await requests.create({ item: name })
    await catalog.create({ name, fields })
    expect(await requests.change(request.id, { item: name, priority: 'P1' })).toMatchObject({
      item: name,
      item_id: null,
    })
  })
})

describe('variables', () => {
  const wrong: [variables: object, field: string][] = [
    [{}, 'variables.size'],
    [{ size: 'big' }, 'variables.size'],
    [{ size: 10 }, 'variables.size'],
    [{ size: 13, colour: 'red' }, 'variables.colour'],
    [{ size: 13, weight: 1 }, 'variables.weight'],
  ]
  test.for(wrong)('%j are refused with their names, and nothing is written', async ([variables, field]) => {
    const item = await catalog.create({ fields, approval_required: false })
    const kept = await catalog.create({ fields })
    const request = await requests.create({ item: kept.id, variables: { size: 13 } })
    const before = await requests.everything()
    for (const answer of [
      await requests.ask({ short_description: 'x', item: item.name, variables }),
      await requests.patch(request.id, { variables, priority: 'P1' }),
      await requests.patch(request.id, { variables, item: item.id }),
    ]) {
      const problem = expectProblem(answer, 400, 'validation_error')
      expect(problem.errors).toMatchObject([{ field, pointer: `/${field.replaceAll('.', '/')}` }])
    }
    expect(await requests.everything()).toEqual(before)
  })

  test('that are missing are refused too', async () => {
    const item = await catalog.create({ fields })
    const answer = await requests.ask({ short_description: 'x', item: item.id })
    expect(expectProblem(answer, 400, 'validation_error').errors).toMatchObject([
      { field: 'variables.size', code: 'required' },
    ])
  })

  test('that match are stored', async () => {
    const item = await catalog.create({ fields })
    const variables = { size: 13, colour: 'black' }
    const request = await requests.create({ item: item.id, variables })
    expect(request.variables).toEqual(variables)
    expect((await requests.change(request.id, { variables: { size: 14 } })).variables).toEqual({ size: 14 })
  })

  test('of another item must match that item', async () => {
    const [small, large] = [
      await catalog.create({ fields }),
      await catalog.create({ fields: { type: 'object', required: ['rack'] } }),
    ]
    const { id } = await requests.create({ item: small.id, variables: { size: 13 } })
    const problem = expectProblem(await requests.patch(id, { item: large.name }), 400, 'validation_error')
    expect(problem.errors).toMatchObject([{ field: 'variables.rack' }])
    expect(await requests.change(id, { item: large.id, variables: { rack: 7 } })).toMatchObject({
      item: large.name,
      item_id: large.id,
      state: 'submitted',
    })
    expect(await requests.change(id, { item: 'Something else', variables: {} })).toMatchObject({
      item: 'Something else',
      item_id: null,
    })
  })

  test('are validated against the current fields; stored ones are kept', async () => {
    const item = await catalog.create({ fields })
    const request = await requests.create({ item: item.id, variables: { size: 13 } })
    await catalog.change(item.id, {
      name: `${item.name} II`,
      active: false,
      fields: { type: 'object', required: ['rack'] },
    })
    expect(await requests.change(request.id, { ...request, priority: 'P1' })).toMatchObject({
      item: item.name,
      item_id: item.id,
      variables: { size: 13 },
    })
    const answer = await requests.patch(request.id, { variables: { size: 14 } })
    expect(expectProblem(answer, 400, 'validation_error').errors).toMatchObject([{ field: 'variables.rack' }])
    expect((await requests.change(request.id, { variables: { rack: 1 } })).variables).toEqual({ rack: 1 })
  })
})

test('a request that awaits approval is approved when its new item needs none', async () => {
  const [free, costly] = [await catalog.create({ approval_required: false }), await catalog.create()]
  const { id } = await requests.create({ item: costly.id })
  expect(await requests.change(id, { item: free.id })).toMatchObject({
    item_id: free.id,
    state: 'approved',
    approval: { status: 'approved', required: 0, decisions: [] },
  })
  expect(await typesOf(id)).toEqual(['request.submitted', 'request.approved'])
})

test('the same item by its ID, or its name in another case, is no edit', async () => {
  const item = await catalog.create({ name: 'Foot Rest', approval_required: false })
  const { id } = await requests.create({ item: item.name })
  for (const state of ['approved', 'in_fulfillment']) {
    const same = { item: item.name, item_id: item.id, state }
    for (const named of [item.id, 'foot rest'])
      expect(await requests.change(id, { item: named, state })).toMatchObject(same)
  }
  const { id: retained } = await requests.create({ item: item.name })
  await catalog.change(item.id, { active: false })
  for (const named of [item.id.toLowerCase(), 'foot rest'])
    expect(await requests.change(retained, { item: named })).toMatchObject({
      item: item.name,
      item_id: item.id,
      state: 'approved',
      version: 1,
    })
})
