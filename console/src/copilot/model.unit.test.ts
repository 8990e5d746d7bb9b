import { expect, test } from 'vitest'
import type { CopilotAnswer } from '../api/schema.d.ts'
import { proseOf } from './model.ts'

test('the text leaves out what the proposals repeat, also those that are refused', () => {
  const actions = [
    { label: 'close INC0000001', allowed: true },
    { label: 'close INC0000002', allowed: false, reason: 'It is new.' },
  ]
  const answer = [
    'Two incidents.',
    'Proposed, not carried out: close INC0000001. Confirm to do it.',
    'Not possible now: close INC0000002. It is new.',
    'Not possible now: close INC0000003. It is new.',
  ]
  expect(proseOf({ answer: answer.join('\n'), actions } as CopilotAnswer)).toBe(
    `Two incidents.\n${answer[3]}`,
  )
})
