import { expect, test } from 'vitest'
import { openWindow } from '../browser.ts'
import { expectSoon } from '../console.ts'
import { startSite } from '../site.ts'

test('the API reference opens in a browser, within its Content-Security-Policy and from this host alone', async () => {
  const { port } = await startSite()
  const { page, complaints, strangers } = await openWindow(`http://localhost:${port}`)
  await page.goto('/docs')
  await page.getByText('Incidents', { exact: true }).first().waitFor()
  await page.getByText('Developer Tools').waitFor({ state: 'detached' })
  await expectSoon(() => page.title()).toBe('Mainstay API')
  expect(complaints).toEqual([])
  expect(strangers).toEqual([])
})
