import { expect, test } from 'vitest'
import type { Draft } from '../records/field-input.tsx'
import { fromRows, rowProblem, rowsRecord, rowsText, toRows } from './attribute-rows.ts'

test('unchanged values keep their type', () => {
  const attributes = { rack: 'B7', units: 4, tags: ['a'], spare: false, number: '12' }
  expect(fromRows(toRows(attributes), attributes)).toEqual(attributes)
})

test('a number stays a number, a new value is text, and rows without a name are left out', () => {
  const rows = [
    { name: 'units', value: '6' },
    { name: ' new ', value: '12' },
    { name: '', value: 'lost' },
  ]
  expect(fromRows(rows, { units: 4, gone: 1 })).toEqual({ units: 6, new: '12' })
})

test('attributes are saved as rows, which tell whether someone else has changed them', async () => {
  const patches: Draft[] = []
  const record = rowsRecord({
    address: '/cmdb/cis/CI0000001',
    values: { name: 'db1', attributes: { units: 4 } },
    etag: '"1"',
    save: async (patch) => {
      patches.push(patch)
      return { values: { name: 'db1', ...patch }, etag: '"3"' }
    },
    reload: () => Promise.resolve({ values: { name: 'db1', attributes: { units: 5 } }, etag: '"2"' }),
  })
  const fresh = await record.reload()
  expect(record.values.attribute_rows).toEqual([{ name: 'units', value: '4' }])
  expect(fresh).toMatchObject({ values: { attribute_rows: [{ name: 'units', value: '5' }] }, etag: '"2"' })
  const saved = await record.save!({ attribute_rows: [{ name: 'units', value: '6' }] }, fresh)
  expect(saved).toMatchObject({ values: { attribute_rows: [{ name: 'units', value: '6' }] }, etag: '"3"' })
  expect(patches).toEqual([{ attributes: { units: 6 } }])
  expect(rowsText([{ name: 'units', value: '6' }])).toBe('units: 6')
})

test('rows with the same name, or with a value and no name, are not saved', async () => {
  const patches: Draft[] = []
  const version = { values: { attributes: {} }, etag: '"1"' }
  const save = async (patch: Draft) => {
    patches.push(patch)
    return version
  }
  const record = rowsRecord({ ...version, address: '/cmdb/cis/CI0000001', save, reload: async () => version })
  const rack = { name: 'rack', value: 'B7' }
  for (const [wrong, problem] of [
    [{ name: 'rack ', value: 'C1' }, 'repeated'],
    [{ name: ' ', value: 'C1' }, 'missing'],
  ] as const) {
    expect(rowProblem([rack, wrong], 1)).toBe(problem)
    await expect(record.save!({ attribute_rows: [rack, wrong] }, record)).rejects.toThrow(
      'Check the marked fields',
    )
  }
  expect(patches).toEqual([])
  await record.save!({ attribute_rows: [rack, { name: '', value: '' }] }, record)
  expect(patches).toEqual([{ attributes: { rack: 'B7' } }])
})
