import { APICallError } from 'ai'
import { describe, expect, test } from 'vitest'
import { requestedPauseOf, isFault, isTransient, reasonOf, UnusableAnswer } from './failures.ts'
import { AnswerTooLarge } from './transport.ts'

const refused = (statusCode: number | undefined, responseHeaders = {}, cause?: unknown) =>
  new APICallError({
    message: 'the key sk-123 is wrong',
    url: 'https://provider.example',
    requestBodyValues: {},
    ...(statusCode !== undefined && { statusCode }),
    responseHeaders,
    cause,
  })
const broken = (code: string) => Object.assign(new Error('broken'), { code })
const outOfTime = new DOMException('This operation was aborted', 'AbortError')

const failures: [what: string, error: unknown, isTransient: boolean, isFault: boolean, reason: string][] = [
  ['a refusal of our key', refused(401), false, true, 'Status 401'],
  ['a refusal of the question', refused(400), false, false, 'Status 400'],
  ['a question that is too long', refused(413), false, false, 'Status 413'],
  ['a model that is not there', refused(404), false, true, 'Status 404'],
  ['a busy provider', refused(429), true, true, 'Status 429'],
  ['a broken provider', refused(500), true, true, 'Status 500'],
  ['an overloaded provider', refused(529), true, true, 'Status 529'],
  ['a lost connection', refused(undefined, {}, broken('ECONNRESET')), true, true, 'Connection: ECONNRESET'],
  [
    'a lost stream',
    new TypeError('terminated', { cause: broken('UND_ERR_SOCKET') }),
    true,
    true,
    'Connection: UND_ERR_SOCKET',
  ],
  [
    'a wrong certificate',
    refused(undefined, {}, broken('CERT_HAS_EXPIRED')),
    false,
    true,
    'Connection: CERT_HAS_EXPIRED',
  ],
  [
    'an answer that nobody can read',
    refused(200, {}, new SyntaxError('x')),
    false,
    true,
    'Unreadable answer',
  ],
  [
    'an answer that is too large',
    refused(200, {}, new AnswerTooLarge('Too large')),
    false,
    true,
    'Too large',
  ],
  ['a time that is up', outOfTime, false, true, 'Out of time'],
  ['an answer of no use', new UnusableAnswer('The answer is empty'), false, false, 'The answer is empty'],
  ['what is no error', 'boom', false, true, 'Unreadable answer'],
]
test.each(failures)('%s', (_, error, passing, fault, reason) => {
  expect({ passing: isTransient(error), fault: isFault(error), reason: reasonOf(error) }).toEqual({
    passing,
    fault,
    reason,
  })
})

describe('the Retry-After of a provider', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  test.each<[headers: Record<string, string>, pause: number | undefined]>([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Thu, 01 Jan 2020 00:00:00 GMT' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-5' }, undefined],
    [{}, undefined],
  ])('%o is %s ms', (headers, pause) => {
    expect(requestedPauseOf(refused(429, headers), now)).toBe(pause)
  })
})
