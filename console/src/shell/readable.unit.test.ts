import { expect, test } from 'vitest'
import { readable } from './readable.ts'

test.for([
  ['assigned_to must be an email address', 'Assigned to must be an email address'],
  ['planned_end must be later than planned_start', 'Planned end must be later than planned start'],
  ['Incident INC0000001 was not found', 'Incident INC0000001 was not found'],
  ['', ''],
])('%j reads %j', ([message, expected]) => expect(readable(message!)).toBe(expected))
