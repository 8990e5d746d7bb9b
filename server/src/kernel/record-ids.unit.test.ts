import { expect, test } from 'vitest'
import { idPattern, idsInText } from './record-ids.ts'

test('an ID has the form of its type', () => {
  const isIncident = (text: string) => new RegExp(`^${idPattern('incident')}$`).test(text)
  expect(['INC0000042', 'INCA00001Z', 'INC42', 'INC12345678', 'CHG0000042'].map(isIncident)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  const isCi = (text: string) => new RegExp(`^${idPattern('ci')}$`).test(text)
  expect(['CI42', 'CI0000042', 'CI123456789', 'CIA000001'].map(isCi)).toEqual([true, true, true, false])
})

test('the IDs in a text are those in full', () => {
  const text = 'INC0000042, XINC0000043, KB0000001-2, CI5 and CI0000042; inc0000044'
  expect(text.match(new RegExp(idsInText, 'g'))).toEqual(['INC0000042', 'KB0000001', 'CI0000042'])
  const words = 'INCOMPLETE, INCREASING and REQUESTING, but INCA00001Z'
  expect(words.match(new RegExp(idsInText, 'g'))).toEqual(['INCA00001Z'])
})
