import { beforeAll, expect, test } from 'vitest'
import { chooseSignOut, enterPassword, openWindow, visit, type Window } from '../browser.ts'
import { expectSoon, violations } from '../console.ts'
import { startSite, type Site } from '../site.ts'

const email = 'ada@example.com'
const password = 'a password of ada'

let service: Site
let window: Window
beforeAll(async () => {
  service = await startSite({ BOOTSTRAP_ADMIN_EMAIL: email, BOOTSTRAP_ADMIN_PASSWORD: password })
  window = await openWindow(`http://localhost:${service.port}`)
}, 600_000)

test('a user signs in, creates an incident, and takes it to closure', { timeout: 600_000 }, async () => {
  const { page, complaints, strangers } = window
  await page.goto('/')
  await page.getByLabel('Password').waitFor()
  expect(await violations(page)).toEqual([])
  const fonts = `[...document.fonts].map(({ family, status }) => family + ' ' + status)`
  await expectSoon(() => page.evaluate(fonts)).toEqual(['Inter Variable loaded'])
  await enterPassword(page, email, password)
  await page.getByRole('link', { name: 'Incidents', exact: true }).click()
  await page.getByText('Incidents are what is broken or slow now, and who works on it.').waitFor()
  expect(await violations(page)).toEqual([])

  await page.getByRole('link', { name: 'New incident' }).first().click()
  await page.getByLabel('Summary').fill('Mail is down in <b>Porto</b>')
  await page.getByLabel('Description').fill('**Since noon** <img src=x onerror="document.title=1"> for all')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'Mail is down in <b>Porto</b>' }).waitFor()
  await expectSoon(() => page.locator('strong', { hasText: 'Since noon' }).count()).toBe(1)
  await expectSoon(() => page.title()).toBe('Mail is down in <b>Porto</b> · Mainstay')

  await page.getByLabel('Note', { exact: true }).fill('Restarted the *relay*')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.locator('em', { hasText: 'relay' }).waitFor()
  await page.locator('[data-version="2"]').waitFor() // after the note has updated it: transitions apply to the version shown
  for (const [step, state] of [
    ['Start work', 'In progress'],
    ['Resolve', 'Resolved'],
    ['Close', 'Closed'],
  ] as const) {
    await page.getByRole('button', { name: step, exact: true }).click()
    if (step === 'Resolve') {
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Resolution (optional)').fill('A new relay')
      await dialog.getByRole('button', { name: 'Resolve', exact: true }).click()
    }
    await page.locator('.mantine-Badge-root', { hasText: state }).first().waitFor()
  }
  await page.getByText('A new relay').first().waitFor()
  expect(await violations(page)).toEqual([])
  expect(complaints).toEqual([])
  expect(strangers).toEqual([])
})

test(
  'the list finds it by its words, keeps the view in the URL, and opens it by keyboard',
  { timeout: 600_000 },
  async () => {
    const { page, complaints } = window
    await visit(page, '/incidents?state=closed')
    await page.getByText('1 incident', { exact: true }).waitFor()
    const asked = page.waitForRequest(/api.*q=porto/) // the earlier results are gone from then on
    await page.getByLabel('Search').fill('porto')
    await asked
    await page.waitForURL(/q=porto/)
    await page.getByText('1 incident', { exact: true }).waitFor()
    await page.locator('a.row').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/incidents\/INC/)
    await page.getByRole('heading', { name: 'Mail is down in <b>Porto</b>' }).waitFor()
    expect(complaints).toEqual([])
  },
)

test('changes by others are shown, and not overwritten unseen', { timeout: 600_000 }, async () => {
  const { page } = window
  const token = await service.token()
  const body = JSON.stringify({ short_description: 'Shared' })
  const made = await service.call(token, '/incidents', { method: 'POST', body })
  const { id } = (await made.json()) as { id: string }
  await visit(page, `/incidents/${id}`)
  await page.getByRole('button', { name: /^Category: / }).click()
  await page.getByRole('combobox', { name: 'Category' }).fill('network')
  await service.call(token, `/incidents/${id}`, {
    method: 'PATCH',
    body: JSON.stringify({ category: 'hardware' }),
  })
  // The event triggers it; without it, saving would have been refused.
  await page.getByText('Someone else edited this').waitFor()
  await page.getByText('hardware').first().waitFor()
  expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
  const categoryNow = async () =>
    ((await (await service.call(token, `/incidents/${id}`)).json()) as { category: string }).category
  expect(await categoryNow()).toBe('hardware')
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await page.getByRole('button', { name: 'Undo: Category' }).waitFor()
  expect(await categoryNow()).toBe('network')
})

test('signing out ends the session', { timeout: 600_000 }, async () => {
  const { page } = window
  await visit(page, '/incidents')
  await page.getByText('1 incident', { exact: true }).waitFor() // not while it redirects for a new token
  await chooseSignOut(page)
  await page.getByRole('heading', { name: 'Sign out' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('Password').waitFor()
  expect(new URL(page.url()).pathname).toMatch(/^\/login\//)
})
