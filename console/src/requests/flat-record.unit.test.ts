import { expect, test } from 'vitest'
import type { Draft } from '../records/field-input.tsx'
import { flatRecord } from './flat-record.ts'

const schema = { properties: { size: { enum: [13, 14, 16] }, colour: { type: 'string' } } }

test('an answer is saved onto the version that was read after a conflict, and keeps the answers of others', async () => {
  const patches: Draft[] = []
  const record = flatRecord(schema, {
    address: '/requests/REQ0000001',
    values: { variables: { size: 13, colour: 'grey' } },
    etag: '"1"',
    save: async (patch) => {
      patches.push(patch)
      return { values: { variables: { size: 16, colour: 'grey' }, ...patch }, etag: '"3"' }
    },
    reload: () => Promise.resolve({ values: { variables: { size: 13, colour: 'red' } }, etag: '"2"' }),
  })
  expect(record.values).toMatchObject({ 'variables.size': '13', 'variables.colour': 'grey' })
  const saved = await record.save!({ 'variables.size': '16' }, record)
  expect(saved).toMatchObject({ values: { 'variables.size': '16' }, etag: '"3"' })
  await record.save!({ 'variables.size': '16' }, await record.reload())
  await record.save!({ quantity: 2 }, record)
  expect(patches).toEqual([
    { variables: { size: 16, colour: 'grey' } },
    { variables: { size: 16, colour: 'red' } },
    { quantity: 2 },
  ])
})
