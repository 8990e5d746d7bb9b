import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Change } from '../../../console/src/api/schema.d.ts'
import { visit } from '../browser.ts'
import { clicksFor } from '../clicks.ts'
import {
  expectSoon,
  openAs,
  openConsole,
  reloadWithNotification,
  scrollsSideways,
  violationsInBothColours,
  type Console,
} from '../console.ts'

let console: Console
let page: Page
let approver: Page
beforeAll(async () => {
  console = await openConsole()
  page = console.page
  approver = await openAs(console, 'approver@example.com', ['change_approver'])
}, 600_000)

const slow = { timeout: 600_000 }

async function make<Made extends { id: string }>(path: string, body: object): Promise<Made> {
  const made = await console.api<Made>('POST', path, body)
  expect(made.status).toBe(201)
  return made.body
}

const read = async <Body>(path: string) => (await console.api<Body>('GET', path)).body

const stateIs = (on: Page, state: string) =>
  on.locator('.progress [aria-current="step"]', { hasText: state }).waitFor()

/** Finds a record by its words and selects it. */
async function pick(label: string, q: string, option: string) {
  // The earlier options are gone from then on.
  const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.get('q') === q)
  await Promise.all([asked, page.getByRole('combobox', { name: label }).fill(q)])
  await page.getByRole('option', { name: option }).click()
}

test('a user submits a change, and another approves it', slow, async () => {
  const ci = await make('/cmdb/cis', { name: 'core switch north' })
  const incident = await make('/incidents', { short_description: 'Ports flap in the north' })
  await visit(page, '/changes/new')
  await page.getByLabel('Summary').fill('New firmware for the <i>core</i> switch')
  await page.getByLabel('Implementation plan').fill('1. Load it\n2. **Restart**')
  await pick('Add configuration item', 'north', `${ci.id} core switch north`)
  await pick('Add incident', 'flap', `${incident.id} Ports flap in the north`)
  await page.getByLabel('Planned start').pressSequentially('2027-01-09 20:00')
  await page.getByLabel('Planned end').fill('2027-01-09T19:00')
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('Must be later than planned start').first().waitFor()
  await page.getByLabel('Planned end').fill('2027-01-09T22:00')
  await page.getByRole('button', { name: 'Create', exact: true }).click()

  await page.getByRole('heading', { name: 'New firmware for the <i>core</i> switch' }).waitFor()
  await page.getByText('You created, requested or edited this').waitFor()
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  await page.getByRole('link', { name: `${ci.id} core switch north` }).waitFor()
  await page.getByRole('link', { name: `${incident.id} Ports flap in the north` }).waitFor()
  await expectSoon(() => page.locator('strong', { hasText: 'Restart' }).count()).toBe(1)
  expect(await violationsInBothColours(page)).toEqual([])

  const id = new URL(page.url()).pathname.split('/').at(-1)!
  expect(await read(`/changes/${id}`)).toMatchObject({
    state: 'submitted',
    ci_ids: [ci.id],
    incident_ids: [incident.id],
    planned_start: await page.evaluate(`new Date('2027-01-09T20:00').toISOString()`),
  })

  await visit(approver, `/changes/${id}`)
  await approver.getByRole('button', { name: 'Approve' }).waitFor()
  expect(await approver.getByRole('button', { name: /Edit/ }).count()).toBe(0) // an approver edits nothing
  await approver.getByLabel('Comment').fill('In the window, please')
  await approver.getByRole('button', { name: 'Approve' }).click()
  await stateIs(approver, 'Approved')
  await approver.getByRole('region', { name: 'Approval' }).locator(':focus').waitFor()
  expect((await read<Change>(`/changes/${id}`)).approval).toMatchObject({
    status: 'approved',
    decisions: [{ decision: 'approved', by: 'approver@example.com', comment: 'In the window, please' }],
  })

  // The requester sees it without a reload and continues.
  await page.getByText('In the window, please').first().waitFor()
  await page.getByRole('button', { name: 'Schedule' }).click()
  await stateIs(page, 'Scheduled')
  expect((await read<Change>(`/changes/${id}`)).state).toBe('scheduled')
  await page.getByRole('button', { name: 'Start work' }).click()
  await fixed(page)
  expect(await page.getByRole('combobox', { name: 'Add configuration item' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Risk|^Planned|Implementation plan/ }).count()).toBe(0)
  await page.getByRole('combobox', { name: 'Add incident' }).waitFor()
  await page.getByRole('button', { name: /^Category: .*Edit$/ }).waitFor()

  await page.getByRole('button', { name: 'Complete work' }).click()
  await stateIs(page, 'Review')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Close change' })
  await expectSoon(() => dialog.getByRole('button', { name: 'Close change' }).isDisabled()).toBe(true)
  await dialog.getByRole('combobox', { name: 'Result' }).click()
  await page.getByRole('option', { name: 'Backed out' }).click()
  await dialog.getByLabel('Closure notes').fill('The switch did **not** start')
  expect(await violationsInBothColours(page)).toEqual([])
  await page.route(`**/v1/changes/${id}`, (route) => route.fulfill({ status: 500 }), { times: 1 })
  await dialog.getByRole('button', { name: 'Close change' }).click()
  await page.getByRole('alert').first().waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  expect(await dialog.getByLabel('Closure notes').inputValue()).toBe('The switch did **not** start')
  await dialog.getByRole('button', { name: 'Close change' }).click()
  await stateIs(page, 'Closed')
  await page.getByRole('button', { name: 'Result: Backed out. Edit' }).waitFor()
  await page.locator('strong', { hasText: 'not' }).waitFor()
  expect(await read(`/changes/${id}`)).toMatchObject({ state: 'closed', close_code: 'backed_out' })
  await visit(page, '/changes?close_code=backed_out')
  await page.getByText('1 change', { exact: true }).waitFor()
})

/** What was decided on is shown, and cannot be edited. */
async function fixed(on: Page) {
  await on.getByText('Details can no longer be edited.').waitFor()
  expect(await on.getByRole('heading', { level: 1 }).getByRole('button').count()).toBe(0)
  expect(await on.getByRole('button', { name: /Description/ }).count()).toBe(0)
}

test(
  'an approver finds a change in the queue, watches it, approves it, and chooses notifications',
  slow,
  async () => {
    const body = { short_description: 'Replace the fan', type: 'emergency' }
    const { id } = await make<Change>('/changes', body)
    await visit(approver, '/approvals')
    await approver.getByRole('listitem').filter({ hasText: id }).getByText('Emergency').waitFor()
    await approver.getByRole('link', { name: 'Replace the fan' }).click()
    const watch = approver.getByRole('button', { name: 'Watch', exact: true })
    await watch.click()
    await approver.getByRole('button', { name: 'Stop watching (1)' }).waitFor()
    await approver.getByRole('region', { name: 'Watchers' }).getByText('approver@example.com').waitFor()
    await console.api('PATCH', `/changes/${id}`, { priority: 'P2' })

    await visit(approver, '/profile/notifications')
    await reloadWithNotification(console, approver, `Changed: ${id}`)
    await approver.getByText(`Changed: ${id}: Replace the fan`).waitFor()
    await approver.getByText(`Emergency change awaiting approval: ${id}: Replace the fan`).waitFor()
    const watched = approver.getByRole('radiogroup', { name: 'When something I watch changes' })
    await watched.getByText('Off').click()
    await watched.locator('input[value="none"]:checked').waitFor({ state: 'attached' })
    await approver.getByRole('button', { name: 'Mark all as read' }).click()
    await approver.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

    // From any page.
    const clicks = await clicksFor(approver, async () => {
      await approver.getByRole('link', { name: 'Approvals', exact: true }).click()
      await approver.getByRole('button', { name: `Approve ${id}` }).waitFor()
      expect(await violationsInBothColours(approver)).toEqual([])
      await approver.getByRole('button', { name: `Approve ${id}` }).click()
      await approver.getByRole('listitem').filter({ hasText: id }).getByText('Approved').waitFor()
    })
    expect(clicks).toBe(2)
    expect((await read<Change>(`/changes/${id}`)).state).toBe('approved')
  },
)

test('a change is rejected with a reason and returns to its author', slow, async () => {
  const window = { planned_start: '2027-02-01T20:00:00Z', planned_end: '2027-02-01T22:00:00Z' }
  const ci = await make('/cmdb/cis', { name: 'mail relay' })
  const other = await make('/changes', { short_description: 'Renew keys', ci_ids: [ci.id], ...window })
  const { id } = await make('/changes', { short_description: 'Move the relay', ci_ids: [ci.id], ...window })
  await visit(page, `/changes/${id}`)
  await page.getByText('Another change affects the same items at the same time').waitFor()
  await page.getByText(/Both affect CI\d+ mail relay$/).waitFor()
  await page.getByRole('link', { name: `${other.id} Renew keys` }).waitFor()
  await visit(approver, '/approvals')
  await approver.getByRole('listitem').filter({ hasText: id }).getByText('1 conflict').waitFor()
  await visit(approver, '/changes/calendar?from=2027-02-01&days=7')
  await approver.getByRole('link', { name: `${id} Move the relay 1 conflict` }).waitFor()
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByLabel('Comment').waitFor()
  await expectSoon(() => page.getByRole('button', { name: 'Reject' }).isDisabled()).toBe(true)
  await page.getByLabel('Comment').fill('Two at once')
  await page.getByRole('button', { name: 'Reject' }).click()
  await stateIs(page, 'Rejected')
  await page.getByText('Two at once').first().waitFor()
  expect(await read(`/changes/${id}`)).toMatchObject({
    state: 'rejected',
    approval: { decisions: [{ decision: 'rejected', comment: 'Two at once' }] },
  })
  await page.getByRole('button', { name: 'Back to draft' }).click()
  await stateIs(page, 'Draft')
  await page.getByText('Approval not requested yet').waitFor()

  await page.getByRole('button', { name: 'Edit: Backout plan' }).click()
  await page.getByRole('textbox', { name: 'Backout plan' }).fill('Put it *back*')
  await page.getByRole('textbox', { name: 'Backout plan' }).press('Control+Enter')
  await page.locator('em', { hasText: 'back' }).waitFor()
  await page.getByRole('button', { name: 'Cancel change' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel change' }).click()
  await stateIs(page, 'Cancelled')
  expect(await read(`/changes/${id}`)).toMatchObject({ state: 'cancelled', backout_plan: 'Put it *back*' })
})

test(
  'the list keeps its view in the URL, and the calendar describes in text what it draws',
  slow,
  async () => {
    const planned = { planned_start: '2027-03-03T08:00:00Z', planned_end: '2027-03-05T08:00:00Z' }
    const { id } = await make('/changes', { short_description: 'Long works', risk: 'high', ...planned })
    await visit(page, '/changes?planned_after=2027-03-01&planned_before=2027-03-31&risk=high')
    await page.getByText('1 change', { exact: true }).waitFor()
    await page.getByText('Planned from: 1 Mar 2027').click()
    expect(await violationsInBothColours(page)).toEqual([])
    await page.getByRole('dialog').getByLabel('Planned from').fill('2027-03-20')
    await page.waitForURL(/planned_after=2027-03-20/)
    await page.getByText('0 changes', { exact: true }).waitFor()

    await visit(page, '/changes/calendar?from=2027-03-01&days=7')
    await page.getByText('1 change', { exact: true }).waitFor()
    const bar = page.getByRole('list', { name: 'Planned changes' }).getByRole('link')
    await expectSoon(() => bar.innerText()).toMatch(new RegExp(`${id} Long works\\s+Submitted, 3 Mar 2027`))
    expect(await violationsInBothColours(page)).toEqual([])
    await page.emulateMedia({ forcedColors: 'active' })
    const styleOf = (selector: string, property: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('main ${selector}')).${property}`)
    expect(await styleOf('.calendar-bar', 'backgroundColor')).not.toBe(await styleOf('li', 'backgroundColor'))
    expect(await styleOf('label[data-active]', 'outlineStyle')).toBe('solid')
    await page.emulateMedia({ forcedColors: 'none' })
    await page.getByRole('button', { name: 'Later' }).click()
    await page.waitForURL(/from=2027-03-08/)
    await page.getByText('No changes planned in this period').waitFor()
    await page.getByRole('heading', { name: 'Change calendar, 8 – 14 Mar 2027' }).waitFor()
    await page.getByText('Mon8 Mar').waitFor()
    await page.getByRole('list', { name: 'Legend' }).getByText('Medium risk').waitFor()

    const clipped = `[...document.querySelectorAll('.calendar-days > span')]
      .filter((day) => getComputedStyle(day).overflow === 'hidden' && day.scrollWidth > day.clientWidth)
      .map((day) => day.innerText)`
    for (const days of ['14', '28']) {
      await visit(page, `/changes/calendar?from=2027-03-01&days=${days}`)
      for (const width of [1440, 1280, 1100, 900]) {
        await page.setViewportSize({ width, height: 900 })
        expect([days, width, await page.evaluate(clipped)]).toEqual([days, width, []])
      }
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  },
)

test('a request goes from the catalogue to fulfilled', slow, async () => {
  await visit(page, '/catalog/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Notebook')
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('button', { name: 'Create' }).click()
  const isMarked = (label: string) => () => page.getByLabel(label).getAttribute('aria-invalid')
  await expectSoon(isMarked('Label')).toBe('true')
  await expectSoon(isMarked('Field name')).toBe('true')
  await page.getByLabel('Label').fill('Size of the screen')
  await expectSoon(() => page.getByLabel('Field name').inputValue()).toBe('size_of_the_screen')
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Single choice' }).click()
  for (const size of ['13 inches', '16 inches']) {
    await page.getByRole('combobox', { name: 'Choices' }).fill(size)
    await page.getByRole('combobox', { name: 'Choices' }).press('Enter')
  }
  await page.getByLabel('Required').check()
  await visit(page, '/changes')
  await visit(page, '/catalog/new')
  await expectSoon(() => page.getByLabel('Field name').inputValue()).toBe('size_of_the_screen')
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Notebook' }).waitFor()
  expect(await violationsInBothColours(page)).toEqual([])

  await page.getByRole('link', { name: 'Request Notebook' }).click()
  await page.getByRole('combobox', { name: 'Size of the screen' }).click()
  await page.getByRole('option', { name: '16 inches' }).click()
  await page.getByLabel('Summary').fill('A notebook for Eve')
  await page.getByRole('combobox', { name: 'Requested for' }).fill('eve@example.com')
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('heading', { name: 'A notebook for Eve' }).waitFor()
  await page.getByText('You created, requested or edited this').waitFor()
  expect(await violationsInBothColours(page)).toEqual([])
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  expect(await read(`/requests/${id}`)).toMatchObject({
    state: 'submitted',
    item: 'Notebook',
    variables: { size_of_the_screen: '16 inches' },
  })

  await visit(approver, `/requests/${id}`)
  await approver.getByText('Size of the screen').waitFor()
  await approver.getByRole('button', { name: 'Approve' }).click()
  await stateIs(approver, 'Approved')

  await stateIs(page, 'Approved')
  await page.getByText('Editing the approved content requires a new approval.').waitFor()
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'Start fulfilment' }).click()
  await stateIs(page, 'In fulfilment')
  await fixed(page)
  await page.getByRole('button', { name: 'Fulfil', exact: true }).click()
  await stateIs(page, 'Fulfilled')
  expect(await read(`/requests/${id}`)).toMatchObject({ state: 'fulfilled' })
})

test('a manager changes the fields of a catalogue item and retires it', slow, async () => {
  const fields = { type: 'object', properties: { site: { type: 'string', title: 'Site' } } }
  const { id } = await make('/catalog/items', {
    name: 'Badge',
    fields: { ...fields, additionalProperties: false },
  })
  await visit(page, `/catalog/items/${id}`)
  await page.getByRole('button', { name: 'Watch', exact: true }).click()
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('button', { name: 'Save fields' }).click()
  await expectSoon(() => page.getByLabel('Label').last().getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Label').last().fill('Valid until')
  // Another field is no conflict, and leaving the page loses nothing.
  await page.getByRole('button', { name: /^Category: .*Edit$/ }).click()
  await page.getByRole('textbox', { name: 'Category' }).fill('Access')
  await page.getByRole('textbox', { name: 'Category' }).press('Enter')
  await page.locator('[data-version="2"]').waitFor()
  await visit(page, '/catalog')
  await visit(page, `/catalog/items/${id}`)
  await page.getByText('Unsaved draft').waitFor()
  await page.getByRole('button', { name: 'Save fields' }).click()
  await page.locator('[data-version="3"]').waitFor()
  expect(await read(`/catalog/items/${id}`)).toMatchObject({
    fields: {
      properties: { site: { title: 'Site' }, valid_until: { title: 'Valid until', type: 'string' } },
    },
  })
  await page.getByRole('button', { name: 'Retire' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click()
  await page.getByRole('button', { name: 'Restore' }).waitFor()
  expect(await read(`/catalog/items/${id}`)).toMatchObject({ active: false })
  await visit(page, '/catalog?q=badge')
  await page.getByText('0 items').waitFor()
  await page.getByLabel('Show retired items').check()
  await page.getByRole('heading', { name: 'Badge' }).waitFor()
  await page.getByRole('link', { name: 'My work' }).click()
  await page
    .getByRole('region', { name: /^Watched/ })
    .getByRole('link', { name: `${id} Badge` })
    .waitFor()
})

test('someone who only reads sees the requests for them, and who requests items', slow, async () => {
  const reader = await openAs(console, 'reader@example.com', ['viewer'])
  const body = { short_description: 'A headset', requested_for: 'reader@example.com' }
  const { id } = await make('/requests', body)
  await reader.getByRole('link', { name: 'My work' }).click()
  const mine = reader.getByRole('region', { name: 'Requested for me (1)' })
  await mine.getByRole('link', { name: `${id} A headset Submitted` }).waitFor()
  await console.api('PATCH', `/requests/${id}`, { state: 'cancelled' })
  await reloadWithNotification(console, reader, `Cancelled: ${id}`)
  await reader
    .getByRole('region', { name: 'Requested for me' })
    .getByText('You have no open requests.')
    .waitFor()
  await reader.getByRole('button', { name: 'Notifications, 1 new' }).waitFor()
  await reader.getByRole('link', { name: 'Catalogue' }).click()
  await reader.getByText('The service desk requests these items for you.').waitFor()
  expect(await violationsInBothColours(reader)).toEqual([])
})

test('all pages fit on a phone, without accessibility violations', slow, async () => {
  const { id } = await make('/changes', { short_description: `Long ${'word'.repeat(40)}` })
  const request = await make('/requests', { short_description: 'Something', item: 'Free text' })
  await page.setViewportSize({ width: 400, height: 800 })
  for (const [path, seen] of [
    ['/changes', page.locator('a.row').first()],
    [`/changes/${id}`, page.getByRole('heading', { name: 'Activity' })],
    ['/changes/new', page.getByLabel('Summary')],
    ['/changes/calendar?from=2027-03-01', page.getByText('Long works')],
    ['/requests', page.locator('a.row').first()],
    [`/requests/${request.id}`, page.getByRole('heading', { name: 'Activity' })],
    ['/catalog', page.getByRole('heading', { name: 'Notebook' })],
  ] as const) {
    await visit(page, path)
    await seen.waitFor()
    await expectSoon(async () => [path, await scrollsSideways(page)]).toEqual([path, false])
    expect(await violationsInBothColours(page)).toEqual([])
  }
  expect(console.complaints).toEqual([])
  expect(console.strangers).toEqual([])
})
