import { expect, test } from 'vitest'
import { pageOfRecord, pathOfRecord } from './record-pages.ts'

test.each([
  ['INC0000001', '/incidents', '/incidents/INC0000001'],
  ['ITM0000002', '/catalog/items', '/catalog/items/ITM0000002'],
  ['KB0000003', '/knowledge/articles', '/knowledge/KB0000003'],
  ['CI00000000004', '/cmdb/cis', '/cmdb/cis/CI00000000004'],
  ['wh_5', undefined, '/'],
])('%s is read from %s and shown on %s', (id, path, page) => {
  expect([pathOfRecord(id), pageOfRecord(id)]).toEqual([path, page])
})
