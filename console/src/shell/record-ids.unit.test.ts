import { Marked } from 'marked'
import { expect, test } from 'vitest'
import { recordIds } from './record-ids.ts'

test('record numbers are linked, words in capitals are not', () => {
  const html = new Marked({ extensions: [recordIds] }).parseInline(
    'INCREASING since INC0000042 and INCA00001Z',
  )
  expect(html).toBe(
    'INCREASING since <a href="/incidents/INC0000042">INC0000042</a> and <a href="/incidents/INCA00001Z">INCA00001Z</a>',
  )
})
