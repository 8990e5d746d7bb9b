import { expect, test } from 'vitest'
import type { Draft } from '../records/field-input.tsx'
import { fromRows, rowsRecord, rowsText, toRows } from './attribute-rows.ts'

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
