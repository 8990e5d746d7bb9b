import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { commitDuring } from '../../../test/commit-during.ts'
import { expectProblem } from '../../../test/problem.ts'

const app = await startApp()

const get = async () => (await app.call('GET', '/onboarding')).json()
const put = (body: object) => app.call('PUT', '/onboarding', { body })

test('an administrator dismisses the checklist for the whole service, and shows it again', async () => {
  expect(await get()).toEqual({ dismissed: false, dismissed_at: null, dismissed_by: null })
  const first = (await put({ dismissed: true })).json()
  expect(first).toMatchObject({ dismissed: true, dismissed_by: expect.any(String) as string })
  expect(Date.parse(first.dismissed_at as string)).toBeGreaterThan(0)
  expect((await put({ dismissed: true })).json()).toEqual(first)
  expect(await get()).toEqual(first)

  const entries = (await app.call('GET', '/audit', { query: { subject_type: 'onboarding' } })).json()
  expect(entries.data).toMatchObject([{ action: 'updated', field: 'dismissed', from: false, to: true }])

  expect((await put({ dismissed: false })).json()).toMatchObject({ dismissed: false, dismissed_at: null })
  expect(await get()).toMatchObject({ dismissed: false })
})

test('of two administrators who dismiss it at the same time the first counts', async () => {
  const audited = async () =>
    (await app.call('GET', '/audit', { query: { subject_type: 'onboarding' } })).json<{ total: number }>()
      .total
  const before = await audited()
  const first = { dismissed: true, dismissed_at: '2026-01-01T00:00:00.000Z', dismissed_by: 'ada@example.com' }
  const dismiss = `insert into instance (key, value) values ('onboarding', '${JSON.stringify(first)}')
    on conflict (key) do update set value = excluded.value`
  const answer = await commitDuring(app, [dismiss], () => put({ dismissed: true }))
  expect(answer.json()).toEqual(first)
  expect(await get()).toEqual(first)
  expect(await audited()).toBe(before)
  await put({ dismissed: false })
})

test('the state can be sent back as it was read', async () => {
  for (const dismissed of [true, false]) {
    await put({ dismissed })
    const read = await get()
    expect((await put(read)).json()).toEqual(read)
  }
})

test('what is not a decision is refused', async () => {
  for (const body of [{}, { dismissed: 'yes' }, { dismissed: true, forever: true }])
    expectProblem(await put(body), 400, 'validation_error')
  expect(await get()).toMatchObject({ dismissed: false })
})
