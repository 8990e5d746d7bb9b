import { describe, expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { expectProblem } from '../../test/problem.ts'

const app = await startApp()
const made = await app.call('POST', '/incidents', { body: { short_description: 'Printer jam' } })
const incident = made.json<{ id: string }>().id

const counts = async () =>
  app.query(`select (select count(*) from work_notes) as notes, (select count(*) from api_keys) as keys,
    (select count(*) from incidents) as incidents, (select count(*) from jobs where type = 'bulk') as jobs`)

const longestAnswer = 20_000

describe('a list with very many invalid elements', () => {
  const many = (element: string, bytes: number) =>
    `[${`${element},`.repeat(Math.floor(bytes / (element.length + 1)))}${element}]`

  test.each([
    [
      'a note of 35 MiB',
      () => `/incidents/${incident}/notes`,
      () => `{"body":"x","attachments":${many('1', 35 * 2 ** 20)}}`,
    ],
    [
      'empty objects',
      () => `/incidents/${incident}/notes`,
      () => `{"body":"x","attachments":${many('{}', 35 * 2 ** 20)}}`,
    ],
    [
      'an API key of 1 MiB',
      () => '/profile/api-keys',
      () => `{"name":"x","roles":${many('1', 2 ** 20 - 100)}}`,
    ],
    ['lists of lists', () => '/profile/api-keys', () => `{"name":"x","roles":${many('[]', 2 ** 20 - 100)}}`],
  ])('%s is refused before its elements are validated', async (_title, path, body) => {
    const before = await counts()
    const refused = await app.call('POST', path(), { body: body() })
    expect(expectProblem(refused, 400, 'malformed_json').message).toContain('more than 10000 elements')
    expect(refused.body.length).toBeLessThan(longestAnswer)
    expect(await counts()).toEqual(before)
  })

  test.each([
    ['/profile/api-keys', { name: 'x', roles: Array(10_000).fill(1) }, 'roles.0'],
    [
      '/incidents/bulk',
      { operation: 'create', records: Array.from({ length: 9_999 }, () => ({})) },
      'records.0.short_description',
    ],
    [
      '/incidents/bulk',
      { operation: 'update', ids: Array.from({ length: 10_000 }, () => ({})), fields: {} },
      'ids.0',
    ],
  ])(
    'a list of the maximum length at %s gets a short error that names the first element',
    async (path, body, field) => {
      const before = await counts()
      const refused = await app.call('POST', path, { body })
      const { errors } = expectProblem(refused, 400, 'validation_error')
      expect(errors!.map((error) => error.field)).toContain(field)
      expect(errors!.length).toBeLessThanOrEqual(20)
      expect(refused.body.length).toBeLessThan(longestAnswer)
      expect(await counts()).toEqual(before)
    },
  )
})

describe('a very long key', () => {
  const key = 'k'.repeat(900_000)
  test('of an unknown field is truncated in the error', async () => {
    const before = await counts()
    const refused = await app.call('POST', '/incidents', { body: { short_description: 'x', [key]: 1 } })
    const { errors } = expectProblem(refused, 400, 'validation_error')
    expect(errors![0]!.field).toMatch(/^k{50}/)
    expect(errors![0]!.code).toBe('unknown_field')
    expect(refused.body.length).toBeLessThan(longestAnswer)
    expect(await counts()).toEqual(before)
  })

  test('of an attribute is truncated in the error', async () => {
    const refused = await app.call('POST', '/cmdb/cis', {
      body: { name: 'x', class: 'server', attributes: { [key]: 'x' } },
    })
    expectProblem(refused, 400, 'validation_error')
    expect(refused.body.length).toBeLessThan(longestAnswer)
  })

  test('sent twice is truncated in the error', async () => {
    const refused = await app.call('POST', '/incidents', {
      body: `{"${key.slice(500_000)}":1,"${key.slice(500_000)}":2}`,
    })
    expectProblem(refused, 400, 'malformed_json')
    expect(refused.body.length).toBeLessThan(longestAnswer)
  })
})
