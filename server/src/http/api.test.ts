import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('the versioned and the unversioned prefix lead to the same route', async () => {
  for (const prefix of ['/prod/api/v1', '/prod/api']) {
    const response = await app.call('GET', `${prefix}/health`)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ status: 'ok' })
  }
})
