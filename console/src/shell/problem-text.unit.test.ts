import { beforeAll, describe, expect, test, vi } from 'vitest'
import { labelOf } from './label-of.ts'

/** The client reads the address of the page when it is loaded. */
vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)

let texts: typeof import('./problem-text.ts')
let ApiError: (typeof import('../api/client.ts'))['ApiError']
beforeAll(async () => {
  texts = await import('./problem-text.ts')
  ;({ ApiError } = await import('../api/client.ts'))
})

describe('a field', () => {
  test.each([
    ['assigned_to', 'format', 'assigned_to must be an e-mail address', 'Must be an e-mail address'],
    ['short_description', 'required', 'short_description is required', 'Required'],
    [
      'short_description',
      'too_long',
      'short_description must have at most 200 characters',
      'At most 200 characters',
    ],
    ['name', 'too_short', 'name must not be empty', 'Must not be empty'],
    ['password', 'too_short', 'password must have at least 12 characters', 'At least 12 characters'],
    ['priority', 'enum', 'priority must be one of P1, P2, P3, P4', 'Choose one of P1, P2, P3, P4'],
    ['target_minutes', 'minimum', 'target_minutes must be at least 1', 'At least 1'],
    ['degrees', 'minimum', 'degrees must be at least -40', 'At least -40'],
    ['degrees', 'exclusiveMinimum', 'degrees must be greater than 0', 'Must be greater than 0'],
    ['roles', 'minItems', 'roles must have at least 2 items', 'At least 2 items'],
    [
      'planned_end',
      'range',
      'planned_end must be later than planned_start',
      'Must be later than planned start',
    ],
    ['ci_ids', 'unknown', 'ci_ids: CI9 does not exist', 'CI9 does not exist'],
    [
      'filters.0.field',
      'unknown_field',
      'filters.0.field names no field of the events: did you mean short_description?',
      'Not a known field',
    ],
    ['code', 'wrong_code', 'The code is not correct', 'The code is not correct'],
    ['hours', 'empty', 'hours must have at least one span', 'Open at least one day.'],
  ])('%s (%s)', (field, code, message, text) => {
    expect(texts.fieldText({ field, code, message })).toBe(text)
  })

  test('has a name for people', () => {
    expect(['sla.breached', 'assigned_to', 'planned_end', 'attachments.0.filename'].map(labelOf)).toEqual([
      'SLA breached',
      'Assigned to',
      'Planned end',
      'Attachments filename',
    ])
  })
})

test('an error says what to do, without technical names', () => {
  const text = (status: number, problem: object) => texts.problemText(new ApiError(status, problem))
  const invalid = { code: 'validation_error', message: 'assigned_to must be an e-mail address' }
  const errors = [{ field: 'assigned_to', pointer: '', code: 'format', message: invalid.message }]
  expect(text(400, { ...invalid, errors })).toBe('Assigned to: Must be an e-mail address')
  expect(text(400, { ...invalid, errors: [...errors, ...errors] })).toBe('Check the marked fields.')
  expect(text(403, { code: 'insufficient_role', message: 'This needs one of the roles itsm_agent' })).toBe(
    "You don't have permission to do this. Ask an administrator.",
  )
  expect(text(409, { code: 'not_signed', message: 'sign_payloads is off' })).toBe('sign payloads is off')
  expect(text(502, {})).toMatch(/status 502.*Try again/)
  expect(texts.problemText(new Error('Something else'))).toBe('Something else')
})
