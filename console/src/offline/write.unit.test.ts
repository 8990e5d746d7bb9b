import { describe, expect, test } from 'vitest'
import {
  afterLostResponse,
  afterSent,
  ifMatchOf,
  isQueueable,
  isNextVersion,
  isTooOld,
  nextToSend,
  recordOf,
  withRefusal,
  withWrite,
  type Write,
} from './write.ts'

const at = '2026-11-16T08:00:00.000Z'
const patch = (id: string, path: string, if_match?: string): Write => ({
  id,
  method: 'patch',
  path,
  body: { category: id },
  at,
  ...(if_match && { if_match }),
})
const note = (id: string, path = '/incidents/INC0000001/notes'): Write => ({
  id,
  method: 'post',
  path,
  body: { body: `Note ${id}` },
  at,
})
const ids = (writes: readonly Write[]) => writes.map(({ id }) => id)

describe('what is kept', () => {
  test.each([
    ['patch', '/incidents/INC0000001'],
    ['patch', '/cmdb/cis/CI0000001'],
    ['patch', '/knowledge/articles/KB0000001'],
    ['post', '/incidents'],
    ['post', '/changes'],
    ['post', '/incidents/INC0000001/notes'],
    ['post', '/changes/CHG0000001/approve'],
  ] as const)('%s %s', (method, path) => expect(isQueueable({ method, path })).toBe(true))

  // Passwords, tokens and secrets are never stored in a browser; the answer of others is needed at once.
  test.each([
    ['post', '/users'],
    ['patch', '/users/1'],
    ['post', '/profile/api-keys'],
    ['post', '/webhooks/outbound'],
    ['patch', '/webhooks/inbound/1'],
    ['post', '/webhooks/outbound/1/rotate-secret'],
    ['post', '/incidents/bulk'],
    ['post', '/incidents/INC0000001/analyze'],
    ['post', '/knowledge/articles/from-incident/INC0000001'],
    ['post', '/ai/query'],
  ] as const)('not %s %s', (method, path) => expect(isQueueable({ method, path })).toBe(false))
})

test('the record of a path', () => {
  expect(recordOf('/incidents/INC0000001/notes')).toBe('/incidents/INC0000001')
  expect(recordOf('/cmdb/cis/CI0000001')).toBe('/cmdb/cis/CI0000001')
  expect(recordOf('/incidents')).toBeUndefined()
})

test('writes are sent in order, except for refused ones, and a creation pressed twice is kept once', () => {
  const writes = [note('a'), note('b'), patch('c', '/incidents/INC0000001')].reduce(withWrite, [] as Write[])
  expect(ids(withWrite(writes, note('b')))).toEqual(['a', 'b', 'c'])
  expect(ids(withWrite(writes, { ...note('b'), id: 'd' }))).toEqual(['a', 'b', 'c'])
  expect(ids(withWrite(writes, patch('d', '/incidents/INC0000001')))).toEqual(['a', 'b', 'c', 'd'])
  const refused = withRefusal(writes, 'a', { status: 404, code: 'not_found', message: 'Gone' })
  expect(nextToSend(writes)?.id).toBe('a')
  expect(nextToSend(refused)?.id).toBe('b')
  expect(nextToSend([])).toBeUndefined()
})

test('later changes of a record continue from the version that the sent one led to', () => {
  const [first, second] = [
    patch('a', '/incidents/INC0000001', '"1"'),
    patch('b', '/incidents/INC0000001', '"1"'),
  ]
  const other = patch('c', '/incidents/INC0000002', '"1"')
  const stale = patch('d', '/incidents/INC0000001', '"0"')
  expect(afterSent([first, second, other, stale], first, '"2"')).toEqual([
    { ...second, if_match: '"2"' },
    other,
    stale,
  ])
  // Somebody else has changed the record: the service refuses what was made on the old version.
  expect(afterSent([first, second], first, undefined)).toEqual([second])
})

test('a note has no version of its own, but passes on the one that it led to', () => {
  const [first, later] = [note('a'), patch('b', '/incidents/INC0000001', '"3"')]
  expect(ifMatchOf([first, later], first)).toBe('"3"')
  expect(afterSent([first, later], first, '"4"')).toEqual([{ ...later, if_match: '"4"' }])
  expect([isNextVersion('"3"', '"4"'), isNextVersion('"3"', '"5"')]).toEqual([true, false])
})

describe('a change whose response was lost', () => {
  const body = { state: 'resolved', work_note: 'A new cable' }
  const sent: Write = { ...patch('a', '/incidents/INC0000001', '"3"'), body }
  const later = patch('b', '/incidents/INC0000001', '"3"')
  const now = { values: { state: 'resolved' }, notes: ['A new cable'], etag: '"4"' }

  test('has arrived if the record has its values and its note; later changes continue from it', () => {
    expect(afterLostResponse([sent, later], sent, now)).toEqual([{ ...later, if_match: '"4"' }])
    expect(afterLostResponse([sent, later], sent, { ...now, etag: '"5"' })).toEqual([later])
  })

  test('has not arrived if someone else has made the same change, without the note', () => {
    expect(afterLostResponse([sent], sent, { ...now, notes: ['A new plug'] })).toBeUndefined()
    expect(afterLostResponse([sent], sent, { ...now, values: { state: 'new' } })).toBeUndefined()
  })
})

test('a creation is not sent when the service may have forgotten its key', () => {
  const now = Date.parse(at) + 24 * 3_600_000
  expect(isTooOld(note('a'), now)).toBe(true)
  expect(isTooOld(note('a'), now - 2 * 3_600_000)).toBe(false)
  expect(isTooOld(patch('a', '/incidents/INC0000001', '"1"'), now)).toBe(false)
})
