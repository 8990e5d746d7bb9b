import { expect, test } from 'vitest'
import { Problem } from './errors.ts'
import { checkIfMatch, etagOf } from './etag.ts'

const holds: (string | undefined)[] = [
  undefined,
  '*',
  ' * ',
  '"3"',
  'W/"3"',
  '"1", "3"',
  '"1","3"',
  'W/"1" , W/"3"',
]
test.each(holds)('If-Match: %s matches version 3', (header) => {
  expect(() => checkIfMatch(header, 3)).not.toThrow()
})

const fails = ['"2"', '"33"', '3', '', '""', 'W/3', '"*"', '"1", "2"', "'3'"]
test.each(fails)('If-Match: %s does not match, and the error contains the current ETag', (header) => {
  let refusal: unknown
  try {
    checkIfMatch(header, 3)
  } catch (error) {
    refusal = error
  }
  expect(refusal).toBeInstanceOf(Problem)
  expect(refusal).toMatchObject({ status: 412, code: 'precondition_failed', headers: { etag: etagOf(3) } })
})
