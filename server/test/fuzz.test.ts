import { beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { Chance } from './faults/chance.ts'
import { fuzz } from './fuzz/client.ts'
import { readOperations } from './fuzz/requests.ts'
import type { Schema } from './fuzz/values.ts'

const seed = 20_261_115
const requests = 1500

let app: TestApp
beforeAll(async () => {
  // Nothing that a request configures can leave this machine.
  app = await startApp({
    WEBHOOK_PROXY: 'http://127.0.0.1:9',
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    RATE_LIMIT_GATEWAY_BURST: '1000000',
  })
})

test(`${requests} requests generated from the API description get no 5xx response`, async () => {
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const getTokens = async () => [await app.tokenFor('super_admin'), await app.tokenFor('super_admin')]
  const report = await fuzz(address, getTokens, requests, new Chance(seed))
  expect(report.failures).toEqual([])
  expect(report.requests).toBe(requests)
  // Otherwise only the input validation would have been tested.
  expect(report.statuses['200']! + report.statuses['201']!).toBeGreaterThan(requests / 10)
})

/** Without bounds a number can exceed the range of the database column. */
test('every number in a request has bounds', () => {
  const unbounded = readOperations().flatMap(({ method, path, parameters, body = {} }) =>
    [...parameters.map(({ schema }) => schema), body]
      .flatMap(numbersIn)
      .filter(({ minimum, maximum }) => minimum === undefined || maximum === undefined)
      .map((schema) => `${method} ${path} ${JSON.stringify(schema)}`),
  )
  expect(unbounded).toEqual([])
})

const numbersIn = (schema: Schema): Schema[] =>
  schema.type === 'integer' || schema.type === 'number'
    ? [schema]
    : [
        ...(schema.anyOf ?? []),
        ...Object.values(schema.properties ?? {}),
        ...(schema.items ? [schema.items] : []),
      ].flatMap(numbersIn)
