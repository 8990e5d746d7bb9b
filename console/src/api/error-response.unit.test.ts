import { expect, test } from 'vitest'
import { isFromProxy, parseProblem } from './error-response.ts'

const response = (status: number, type: string) =>
  new Response('', { status, headers: { 'content-type': type } })

test('a proxy that cannot reach the service is told from a service that is overloaded', () => {
  for (const status of [502, 503, 504]) {
    expect(isFromProxy(response(status, 'text/html'))).toBe(true)
    expect(isFromProxy(new Response(null, { status }))).toBe(true)
    expect(isFromProxy(response(status, 'application/json'))).toBe(true)
    expect(isFromProxy(response(status, 'application/problem+json; charset=utf-8'))).toBe(false)
  }
  expect(isFromProxy(response(413, 'text/html'))).toBe(false)
})

test('an error that is not JSON has no details', () => {
  expect(parseProblem('<h1>503 Service Unavailable</h1>')).toEqual({})
  expect(parseProblem('')).toEqual({})
  expect(parseProblem('null')).toEqual({})
  expect(parseProblem('{"code":"overloaded"}')).toEqual({ code: 'overloaded' })
})
