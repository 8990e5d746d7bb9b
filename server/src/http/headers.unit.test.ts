import { expect, test } from 'vitest'
import { headersOf } from './headers.ts'

const schemaOf = (...names: string[]) => ({ properties: Object.fromEntries(names.map((name) => [name, {}])) })
const record = schemaOf('id', 'version')

test.each([
  ['GET', '/users/:id', { 200: record }, [], ['ETag']],
  ['PATCH', '/users/:id', { 200: record }, ['If-Match'], ['ETag']],
  ['DELETE', '/users/:id', { 200: record }, ['If-Match'], []],
  ['POST', '/users', { 201: record }, ['Idempotency-Key'], ['ETag', 'Location']],
  ['POST', '/changes/:id/submit', { 200: record }, ['Idempotency-Key', 'If-Match'], ['ETag']],
  ['POST', '/changes/:id/notes', { 201: schemaOf('id') }, ['Idempotency-Key'], ['Location']],
  ['POST', '/incidents/bulk', { 202: schemaOf('status_url') }, ['Idempotency-Key'], ['Location']],
  ['POST', '/profile/second-factors/passkeys', { 201: schemaOf('id') }, ['Idempotency-Key'], []],
  ['PUT', '/sla/policies/:priority', { 200: schemaOf('priority', 'version') }, ['If-Match'], ['ETag']],
  ['GET', '/users', { 200: schemaOf('data', 'next_cursor') }, [], ['Link']],
  ['GET', '/audit/verify', { 200: schemaOf('next_cursor') }, [], []],
  ['GET', '/health', { 200: schemaOf('version') }, [], []],
  ['GET', '/events/stream', { 200: {} }, ['Last-Event-ID'], []],
])('the headers of %s %s follow from its answers', (method, url, response, takes, sends) => {
  expect(headersOf({ method, url, response })).toEqual({ takes, sends })
})

test('a route that recognises repetitions itself takes no Idempotency-Key', () => {
  const route = { method: 'POST', url: '/import/:system', response: {}, ownIdempotency: true as const }
  expect(headersOf(route).takes).toEqual([])
})
