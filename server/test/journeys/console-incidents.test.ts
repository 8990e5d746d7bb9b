import { readFileSync } from 'node:fs'
import type { Locator, Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { visit } from '../browser.ts'
import {
  expectSoon,
  openConsole,
  scrollsSideways,
  violations,
  violationsInBothColours,
  withoutEvents,
  type Console,
} from '../console.ts'
import { eventually } from '../eventually.ts'

interface Incident {
  id: string
  state: string
  priority: string
  category: string | null
  assigned_to: string | null
  ci_id: string | null
}

interface Note {
  body: string
  visibility: string
  attachments: { id: string; filename: string; size: number }[]
}

let console: Console
let page: Page
beforeAll(async () => {
  console = await openConsole()
  page = console.page
}, 600_000)

const slow = { timeout: 600_000 }

const open = async (fields: object = {}): Promise<string> =>
  (await console.api<Incident>('POST', '/incidents', { short_description: 'Printer jams', ...fields })).body
    .id
const patch = (id: string, fields: object) => console.api<Incident>('PATCH', `/incidents/${id}`, fields)
const now = async (id: string) => (await console.api<Incident>('GET', `/incidents/${id}`)).body
const notesOf = async (id: string) =>
  (await console.api<{ data: Note[] }>('GET', `/incidents/${id}/notes`)).body.data

/** Opens the page of an incident and waits until it is complete. */
async function show(id: string): Promise<void> {
  await visit(page, `/incidents/${id}`)
  await noteField().waitFor()
  await page.getByText('created it').waitFor()
}

const noteField = () => page.getByLabel('Note', { exact: true })

/** The value of a field, which is a button that makes it editable. */
const field = (label: string) => page.getByRole('button', { name: new RegExp(`^${label}: .*Edit$`) })

test('a note is previewed, and its attachment is uploaded and downloaded unchanged', slow, async () => {
  const id = await open()
  await show(id)
  await noteField().fill('See the **log**')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('region', { name: 'Preview' }).locator('strong', { hasText: 'log' }).waitFor()
  const content = Buffer.from('<b>jam</b>\u0000\u00FF', 'latin1')
  await page
    .locator('input[type="file"]')
    .setInputFiles([{ name: 'jam.log', mimeType: 'text/plain', buffer: content }])
  await page.getByText('jam.log (12 B)').waitFor()
  await page.getByRole('button', { name: 'Add note' }).click()

  const file = page.getByRole('button', { name: 'jam.log (12 B)' })
  await file.waitFor()
  const [note] = await notesOf(id)
  expect(note).toMatchObject({ body: 'See the **log**', visibility: 'team' })
  expect(note!.attachments).toMatchObject([{ filename: 'jam.log', size: 12 }])
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()])
  expect(download.suggestedFilename()).toBe('jam.log')
  expect(readFileSync(await download.path())).toEqual(content)

  // More files than a note can have are named, and a file that was removed can be chosen again.
  const many = Array.from({ length: 11 }, (_, n) => `${n}.log`)
  const input = page.locator('input[type="file"]')
  await input.setInputFiles(many.map((name) => ({ name, mimeType: 'text/plain', buffer: content })))
  await page.getByText('Not attached: 10.log').waitFor()
  expect(await input.inputValue()).toBe('')

  // A file that the service would refuse is named at once.
  await visit(page, '/incidents')
  await show(id)
  const some = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/plain', buffer })
  await input.setInputFiles([some('empty.log', Buffer.alloc(0)), some('full.log', content)])
  await page.getByText('Files must not be empty, or larger than 25.0 MB. Not attached: empty.log').waitFor()
  await page.getByText('full.log (12 B)').waitFor()
  expect(await page.getByRole('button', { name: 'Remove empty.log' }).count()).toBe(0)
})

test('the menu beside the buttons has the other transitions: hold and reopen', slow, async () => {
  const id = await open()
  await show(id)
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await page.getByRole('button', { name: 'Start work' }).click()
  await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor()
  await choose('Put on hold')
  await page.getByRole('dialog').getByRole('button', { name: 'Put on hold' }).click()
  await expectSoon(async () => (await now(id)).state).toBe('on_hold')
  for (const state of ['in_progress', 'resolved']) await patch(id, { state })
  await page.getByRole('button', { name: 'Close', exact: true }).waitFor()
  await choose('Reopen')
  await page.getByRole('dialog').getByRole('textbox').fill('Still jams')
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
  await expectSoon(async () => (await now(id)).state).toBe('reopened')
})

test('an outdated transition is refused, and the page shows the current state', slow, () =>
  withoutEvents(page, async () => {
    const id = await open()
    await show(id)
    await patch(id, { state: 'cancelled' })
    await page.getByRole('button', { name: 'Start work' }).click()
    await page.getByText('Your change was not saved').waitFor()
    await page.getByText('The current state is Cancelled').waitFor()
    await page.locator('.record-head .mantine-Badge-root', { hasText: 'Cancelled' }).waitFor()
    expect(await page.getByRole('button', { name: 'Start work' }).count()).toBe(0)
    expect((await now(id)).state).toBe('cancelled')
  }),
)

test('unsaved input survives a temporary outage of the service', slow, async () => {
  const id = await open()
  await show(id)
  const note = noteField()
  await note.fill('Half a thought')
  await page.route(`**/v1/incidents/${id}`, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: { message: 'Back in a moment', request_id: 'req_1' },
    }),
  )
  await patch(id, { category: 'toner' }) // the page receives the event and cannot reload
  await page.getByRole('alert').getByText('Back in a moment').waitFor()
  expect(await note.inputValue()).toBe('Half a thought')
  await page.unroute(`**/v1/incidents/${id}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('alert').waitFor({ state: 'detached' })
  expect(await note.inputValue()).toBe('Half a thought')
  await field('Category').getByText('toner').waitFor()
})

test('a conflict is shown at its field with both values, and writes nothing', slow, () =>
  withoutEvents(page, async () => {
    const id = await open()
    await show(id)
    await field('Category').click()
    await page.getByRole('combobox', { name: 'Category' }).fill('paper')
    await patch(id, { category: 'toner' })
    await page.getByRole('combobox', { name: 'Category' }).press('Enter')
    const conflict = page.getByRole('alert').filter({ hasText: 'Someone else edited this' })
    await conflict.waitFor()
    expect(await conflict.locator('q').allTextContents()).toEqual(['toner', 'paper'])
    expect((await now(id)).category).toBe('toner')
    expect(await violationsInBothColours(page)).toEqual([])
    await conflict.getByRole('button', { name: 'Keep current value' }).click()
    await conflict.waitFor({ state: 'detached' })
    await field('Category').getByText('toner').waitFor()
    await page.locator('.editable-value:focus', { hasText: 'toner' }).waitFor()

    // A change of another field meanwhile is no conflict.
    await patch(id, { location: 'Hall 2' })
    await field('Category').click()
    await page.getByRole('combobox', { name: 'Category' }).fill('paper')
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
    await page.getByRole('combobox', { name: 'Category' }).press('Enter')
    expect(await (await saved).json()).toMatchObject({ category: 'paper', location: 'Hall 2' })
    await page.getByRole('button', { name: 'Undo: Category' }).click() // offered for a while
    await field('Category').getByText('toner').waitFor()
    await expectSoon(async () => (await now(id)).category).toBe('toner')
  }),
)

test(
  'a user takes an incident, links its configuration item, and reads the SLA explanation',
  slow,
  async () => {
    const ci = (await console.api<{ id: string }>('POST', '/cmdb/cis', { name: 'prn-hall-two' })).body.id
    const id = await open({ priority: 'P1' })
    await show(id)
    await page.getByRole('button', { name: 'Assign to me' }).click()
    await page
      .getByText('assigned it to themselves, changed the state from New to In progress')
      .first()
      .waitFor()
    expect(await now(id)).toMatchObject({ assigned_to: 'admin@example.com', state: 'in_progress' })

    await page.getByRole('button', { name: 'Add: Configuration item' }).click()
    const find = page.getByRole('combobox', { name: 'Configuration item' })
    await find.pressSequentially('prn hall')
    expect(await find.inputValue()).toBe('prn hall')
    await page.getByRole('option', { name: `${ci} prn-hall-two` }).click()
    await page
      .getByRole('region', { name: 'Configuration item' })
      .getByText('Nothing else depends on it')
      .waitFor()
    await expectSoon(async () => (await now(id)).ci_id).toBe(ci)

    await page.getByRole('button', { name: /^Due .+ \((4 h|3 h \d+ min) left\)\. Explain the SLA$/ }).click()
    await page.getByText('P1 target: resolve within 4 h.').waitFor()
    await page.getByText('The clock runs 24/7.').waitFor()
    await page.getByRole('table', { name: 'Clock history' }).getByText('New, P1').waitFor()
    expect(await violationsInBothColours(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByText('No similar resolved incidents').waitFor()
    expect(await violationsInBothColours(page)).toEqual([])
  },
)

test('a similar resolution becomes a note that the user reviews first', slow, async () => {
  const text = 'Scanner authentication fails in the packing hall'
  const before = await open({ short_description: text })
  await patch(before, { state: 'in_progress' })
  await patch(before, { state: 'resolved', work_note: 'Renewed the key of the cradle' })
  await eventually(async () => {
    const asked = { record_type: 'incident', description: text }
    const { body } = await console.api<{ count: number }>('POST', '/ai/exemplars', asked)
    return body.count > 0
  })
  const id = await open({ short_description: text })
  await show(id)
  await page.getByRole('button', { name: `Use as note: resolution of ${before}` }).click()
  const note = noteField()
  await expectSoon(() => note.inputValue()).toBe(`As in ${before}:\n\nRenewed the key of the cradle`)
  expect(await notesOf(id)).toEqual([])

  await page.getByRole('button', { name: 'Root cause' }).click()
  await page.getByText(/^By local/).waitFor()
  await page.getByRole('link', { name: before }).first().waitFor()
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'Summary' }).click()
  await page.getByRole('heading', { name: 'Evidence' }).waitFor({ state: 'detached' })
  await page.getByText(/^By local/).waitFor()
  expect(await violationsInBothColours(page)).toEqual([])
})

test('a suggestion is applied with one click, and the resolution becomes an article', slow, async () => {
  const text = 'Complete outage: the VPN is down, all users cannot work'
  type Suggested = Record<'category' | 'priority', { value: string; confidence: number }>
  const asked = { text, suggest_for: ['category', 'priority'] }
  const { priority, category } = (await console.api<{ suggestions: Suggested }>('POST', '/ai/suggest', asked))
    .body.suggestions
  expect(priority).toMatchObject({ value: 'P1' })
  expect(category.confidence).toBeLessThan(0.5)
  const id = await open({ short_description: text })
  await show(id)
  await page.getByText('Suggestions (confidence 50 % or higher)').waitFor()
  expect(await page.getByRole('button', { name: `Category: ${category.value} ·` }).count()).toBe(0)
  const suggestion = page.getByRole('button', { name: 'Priority: P1 ·' })
  await suggestion.click()
  await suggestion.waitFor({ state: 'detached' })
  await expectSoon(async () => (await now(id)).priority).toBe('P1')
  await patch(id, { priority: 'P4' })
  await suggestion.waitFor()
  await patch(id, { state: 'in_progress' })
  await suggestion.waitFor({ state: 'detached' })

  await patch(id, { state: 'resolved', work_note: 'A new certificate' })
  await page.getByRole('button', { name: 'Write article' }).click()
  await page.waitForURL(/\/knowledge\/KB\d+/)
  await page.getByText('A new certificate').first().waitFor()
})

test(
  'of much activity the latest is in sight above the form for a note, and the rest shown on request',
  slow,
  async () => {
    const id = await open()
    for (let n = 1; n <= 52; n++) await console.api('POST', `/incidents/${id}/notes`, { body: `Note ${n}.` })
    await visit(page, `/incidents/${id}`)
    const endOf = async (part: Locator) => {
      const { y, height } = (await part.boundingBox())!
      return y + height
    }
    const composer = page.locator('form.composer')
    /** Whether a note is in sight: above the form, which ends in the window, on a page that is not scrolled. */
    const isInSight = (text: string) => async () => {
      const form = (await composer.boundingBox())!
      const note = await endOf(page.getByText(text, { exact: true }))
      const isScrolled = await page.evaluate('scrollY > 0')
      return [note > 0 && note <= form.y, form.y + form.height <= page.viewportSize()!.height, isScrolled]
    }
    await page.getByText('Note 52.', { exact: true }).waitFor()
    await expectSoon(isInSight('Note 52.')).toEqual([true, true, false])
    expect(await page.getByText('Note 2.', { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Show earlier activity' }).click()
    await page.getByText('created it').waitFor()
    await page.getByRole('radiogroup', { name: 'Show' }).getByText('Notes').click()
    await page.getByText('created it').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Show earlier activity' }).click()
    await page.getByText('Note 1.', { exact: true }).waitFor()
    await expectSoon(() => page.getByRole('article').locator('.markdown').allTextContents()).toEqual(
      Array.from({ length: 52 }, (_, n) => `Note ${n + 1}.\n`),
    )
    // Whoever reads an early note and writes a new one sees it.
    await page.getByText('Note 1.', { exact: true }).scrollIntoViewIfNeeded()
    await page.getByLabel('Note', { exact: true }).fill('Note 53.')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('article').getByText('Note 53.', { exact: true }).waitFor()
    await expectSoon(async () => {
      const form = (await composer.boundingBox())!
      return (await endOf(page.getByRole('article').getByText('Note 53.', { exact: true }))) <= form.y
    }).toBe(true)
  },
)

test('an incident is marked as a duplicate, and its original lists it', slow, async () => {
  const original = await open({ short_description: 'Turnstile at the south gate jams' })
  const duplicate = await open({ short_description: 'South gate turnstile jams again' })
  await visit(page, `/incidents/${duplicate}`)
  await page.getByRole('button', { name: `Mark as duplicate of ${original}` }).click()
  await page.getByText(`${duplicate} is a duplicate of ${original} now`).waitFor()
  await page.getByRole('note').getByRole('link', { name: original }).waitFor()
  await page.getByText('Possible duplicates').waitFor({ state: 'detached' })
  expect(await violationsInBothColours(page)).toEqual([])

  await page.getByRole('note').getByRole('link', { name: original }).click()
  const section = page.getByRole('region', { name: 'Duplicates (1)' })
  await section.getByRole('link', { name: `${duplicate} South gate turnstile jams again` }).waitFor()
  await section.getByRole('link', { name: 'Show as a list' }).click()
  await page.waitForURL(/duplicate_of=INC/)
  await page.getByRole('link', { name: 'South gate turnstile jams again' }).waitFor()

  await visit(page, `/incidents/${duplicate}`)
  await page.getByRole('button', { name: 'Edit: Duplicate of' }).click()
  await page.getByRole('combobox', { name: 'Duplicate of' }).fill('')
  await page.keyboard.press('Enter')
  await page.getByRole('note').waitFor({ state: 'detached' })
})

test('a new incident shows its possible duplicate, and has its attachments', slow, async () => {
  const known = await open({ short_description: 'Conveyor belt stopped again' })
  await visit(page, '/incidents/new')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('Enter a value.').waitFor()
  await page.getByLabel('Summary').and(page.locator(':focus')).waitFor()
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
  await page.getByLabel('Summary').fill('Conveyor belt has stopped')
  await page.getByText('Possible duplicates').waitFor()
  await page.getByRole('link', { name: `${known} Conveyor belt stopped again` }).waitFor()
  await page
    .locator('input[type="file"]')
    .setInputFiles([{ name: 'belt.txt', mimeType: 'text/plain', buffer: Buffer.from('belt') }])
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByLabel('Notify the group').check()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/\/incidents\/INC/)
  await page.getByRole('button', { name: 'belt.txt (4 B)' }).waitFor()
  expect(await notesOf(page.url().split('/').at(-1)!)).toMatchObject([
    { attachments: [{ filename: 'belt.txt', size: 4 }] },
  ])
  await eventually(async () => {
    const titles = await console.service.query<{ title: string }>('select title from notifications')
    return titles.some(({ title }) => title.endsWith('Conveyor belt has stopped'))
  })

  // Without a connection the incident is kept, but not its files; the next incident does not get them.
  const cut = (route: Route) => (route.request().method() === 'POST' ? route.abort() : route.continue())
  await visit(page, '/incidents/new')
  await page.getByLabel('Summary').fill('Lost connection')
  await page
    .locator('input[type="file"]')
    .setInputFiles([{ name: 'belt.txt', mimeType: 'text/plain', buffer: Buffer.from('belt') }])
  await page.route('**/v1/incidents', cut)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('The files are not kept.').waitFor()
  await expectSoon(() => page.getByText('belt.txt').count()).toBe(0)
  await page.unroute('**/v1/incidents', cut)
})

test('a deletion asks for confirmation', slow, async () => {
  const id = await open({ short_description: 'Made by mistake' })
  await show(id)
  const askToDelete = async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  await askToDelete()
  const dialog = page.getByRole('dialog', { name: `Delete ${id}?` })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await console.api('GET', `/incidents/${id}`)).status).toBe(200)
  await askToDelete()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL(/\/incidents$/)
  expect((await console.api('GET', `/incidents/${id}`)).status).toBe(404)
  await page.goto(`/incidents/${id}`)
  await page.getByRole('heading', { name: `${id} not found` }).waitFor()
})

test('the pages of an incident fit on a phone, without accessibility violations', slow, async () => {
  const id = await open({ short_description: `Long ${'w'.repeat(200)}`, description: 'x'.repeat(500) })
  await page.setViewportSize({ width: 400, height: 800 })
  await show(id)
  await page.getByRole('button', { name: /Explain the SLA/ }).click()
  await page.getByRole('table', { name: 'Clock history' }).waitFor()
  await expectSoon(() => scrollsSideways(page)).toBe(false)
  expect(await violations(page)).toEqual([])
  await visit(page, '/incidents/new')
  await page.getByLabel('Summary').waitFor()
  await expectSoon(() => scrollsSideways(page)).toBe(false)
  expect(await violations(page)).toEqual([])
  expect(console.complaints).toEqual([])
  expect(console.strangers).toEqual([])
})

test('an incident is taken and resolved by keyboard, and the focus stays at its buttons', slow, async () => {
  const id = await open()
  await show(id)
  const nextButton = async (name: string) => {
    await expectSoon(() => page.evaluate('document.activeElement.matches(".actions")')).toBe(true)
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor()
  }
  await page.getByRole('button', { name: 'Assign to me' }).press('Enter')
  await page.getByRole('button', { name: 'Assign to me' }).waitFor({ state: 'detached' })
  await nextButton('Resolve')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Resolve', exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.getByLabel('Resolution (optional)').fill('A new toner')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await nextButton('Close')
  expect(await now(id)).toMatchObject({ state: 'resolved', work_notes_count: 1 })
})

/** Opens the menu, and presses Ctrl and this key before the menu has taken the focus. */
const pressBeforeFocus = (key: string) =>
  page.evaluate(`{
    const button = document.querySelector('[aria-label="More actions"]')
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[role="menu"]')) return
      observer.disconnect()
      button.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', ctrlKey: true, bubbles: true }))
    }).observe(document, { childList: true, subtree: true })
    button.focus()
    button.click()
  }`)

test('the search and the copilot open over a menu, and get all that is typed', slow, async () => {
  await show(await open())
  const pressWithFocus = async (key: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.locator('[role="menu"]:has(:focus)').waitFor()
    await page.keyboard.press(`Control+${key}`)
  }
  for (const [key, field] of [
    ['k', page.getByRole('combobox', { name: 'Search or jump to' })],
    ['j', page.getByLabel('Your question')],
  ] as const)
    for (const press of [pressWithFocus, pressBeforeFocus]) {
      await press(key)
      await field.and(page.locator(':focus')).waitFor()
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await page.keyboard.type('toner')
      expect(await field.inputValue()).toBe('toner')
      await field.fill('')
      await page.keyboard.press('Escape')
    }
})
