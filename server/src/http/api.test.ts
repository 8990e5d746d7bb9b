import { expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'

const app = await startApp()

test('the versioned and the unversioned prefix reach the same route', async () => {
  for (const prefix of ['/prod/api/v1', '/prod/api']) {
    const response = await app.call('GET', `${prefix}/health`)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ status: 'ok' })
  }
})
