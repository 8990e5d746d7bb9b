import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { visit } from '../browser.ts'
import {
  expectSoon,
  importIncidents,
  openAs,
  openConsole,
  scrollsSideways,
  violationsInBothColours,
  withoutEvents,
  type Console,
} from '../console.ts'
import { administrator } from '../service-client.ts'
import { eventually } from '../eventually.ts'

/** The part of a window that is used here; tests have no types of browsers. */
interface Styles {
  getComputedStyle: (element: unknown) => Record<'color' | 'backgroundColor', string>
}

interface Incident {
  id: string
  state: string
  priority: string
  assigned_to: string | null
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
const now = async (id: string) => (await console.api<Incident>('GET', `/incidents/${id}`)).body
const row = (id: string) => page.locator(`a.row[data-id="${id}"]`)
const count = (n: string) => page.getByText(n, { exact: true }).waitFor()

test('the list opens with open incidents; a view is saved, shared, changed and deleted', slow, async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const mine = await open({ assigned_to: administrator.email, priority: 'P1', category: 'paper' })
  const others = await open({ assigned_to: 'bob@example.com', priority: 'P2', category: 'toner' })
  const closed = await open()
  await console.api('PATCH', `/incidents/${closed}`, { state: 'cancelled' })
  // Parameters that the console does not know are ignored.
  await visit(page, '/incidents?utm_source=mail')
  await row(others).waitFor()
  expect(await row(closed).count()).toBe(0)
  await expectSoon(async () => (await page.locator('.frame .line').first().boundingBox())?.y).toBeLessThan(
    400,
  )
  const views = page.getByRole('navigation', { name: 'Views' })
  await views.getByRole('link', { name: 'All', exact: true }).click()
  await row(closed).waitFor()
  await views.getByRole('link', { name: 'Mine', exact: true }).click()
  await page.waitForURL(/assigned_to=me/)
  await row(others).waitFor({ state: 'detached' })
  await row(mine).waitFor()

  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByRole('menuitem', { name: 'Category' }).click()
  await page.getByRole('combobox', { name: 'Category' }).fill('paper')
  await page.keyboard.press('Enter')
  await page.waitForURL(/category=paper/)
  expect(await violationsInBothColours(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('View name').fill('My paper')
  await page.getByLabel('Share with everyone').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/view=view_/)
  const saved = await console.api<{ data: object[] }>('GET', '/views?noun=incidents')
  expect(saved.body.data).toMatchObject([
    { name: 'My paper', shared: true, filters: { assigned_to: 'me', category: 'paper' } },
  ])

  const colleague = await openAs(console, 'colleague@example.com', ['itsm_agent'])
  await visit(colleague, '/incidents')
  await colleague.getByRole('link', { name: 'My paper' }).click()
  await colleague.locator('[aria-current]', { hasText: 'My paper' }).waitFor()
  expect(new URL(colleague.url()).search).toContain('category=paper')
  expect(await colleague.getByRole('button', { name: 'Actions for view My paper' }).count()).toBe(0)
  await colleague.context().close()

  await page.getByRole('button', { name: 'Remove filter Category' }).click()
  await page.locator('button:focus', { hasText: '+ Filter' }).waitFor()
  await page.getByRole('button', { name: 'Save changes to view' }).click()
  await page.getByRole('button', { name: 'Save changes to view' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Actions for view My paper' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await page.getByRole('button', { name: 'Delete view' }).click()
  await views.getByRole('link', { name: 'My paper' }).waitFor({ state: 'detached' })
  await views.locator('a:focus', { hasText: 'Open' }).waitFor()

  const filters = { unassigned: false, created_after: '2026-01-01T09:30:00Z' }
  await console.api('POST', '/views', { name: 'Taken', noun: 'incidents', shared: true, filters })
  await page.reload()
  await views.getByRole('link', { name: 'Taken' }).click()
  await page.getByRole('button', { name: 'Edit filter Unassigned: No' }).waitFor()
  await page.getByRole('button', { name: /^Edit filter Created from: .*2026, \d\d:30$/ }).waitFor()
  await row(mine).waitFor()
  await row(closed).waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: 'Save changes to view' }).count()).toBe(0)
})

test('the list is sorted by its headers, shows chosen columns, and is exported', slow, async () => {
  const [calm, urgent] = [
    await open({ priority: 'P4', category: 'order' }),
    await open({ priority: 'P1', category: 'order', location: 'Hall 7' }),
  ]
  // Above the outline of the rows, which is there before any answer.
  const outlined = page.locator('[role=status] .head', { hasText: 'Summary' }).waitFor()
  await page.route(/category=order/, async (route) => {
    await outlined
    await route.continue()
  })
  await visit(page, '/incidents?category=order')
  await row(calm).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  const first = page.locator('.frame a.row').first()
  const header = page.getByRole('columnheader', { name: 'Priority' })
  await header.getByRole('button').click()
  await page.waitForURL(/sort=priority&order=asc/)
  await page.locator('[role=columnheader][aria-sort=ascending]').waitFor()
  await expectSoon(() => first.getAttribute('data-id')).toBe(urgent)
  await header.getByRole('button').press('Enter')
  await page.waitForURL(/sort=priority&order=desc/)
  await expectSoon(() => first.getAttribute('data-id')).toBe(calm)
  await header.locator('button:focus').waitFor() // not lost with the rows
  // The SLA of a P1 of four hours is counted down.
  await page.getByText(/^3 h 5\d min$/).waitFor()

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Location' }).check()
  expect(await violationsInBothColours(page)).toEqual([])
  // By keyboard: the focus stays on the button, or goes to the other one at the end.
  const focused = () => page.evaluate(`document.activeElement?.getAttribute('aria-label')`)
  await page.getByRole('button', { name: 'Move Location up' }).press('Enter')
  await eventually(async () => (await focused()) === 'Move Location up')
  await page.getByRole('button', { name: 'Move Updated up' }).press('Enter')
  await page.getByRole('button', { name: 'Move Updated down' }).press('Enter')
  await eventually(async () => (await focused()) === 'Move Updated up')
  await page.keyboard.press('Escape')
  const headers = () => page.getByRole('columnheader').allInnerTexts()
  const order = ['Summary', 'Assigned to', 'SLA', 'Location', 'Updated']
  await eventually(async () => (await headers()).slice(-5).join() === order.join())
  await page.reload()
  await page.getByRole('columnheader', { name: 'Location' }).waitFor()
  await expectSoon(async () => (await headers()).slice(-5)).toEqual(order)
  await page.getByRole('cell', { name: 'Hall 7' }).waitFor()

  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV with the shown columns' }).click()
  const text = readFileSync(await (await download).path(), 'utf8')
  expect(text.split('\r\n')[0]).toContain(
    'id,priority,state,short_description,assigned_to,sla_breach_at,location,updated_at',
  )
  expect(text).toContain(`${urgent},P1,new,Printer jams`)
  expect(text).toContain(`${calm},P4,new,Printer jams`)
})

test('priority and assignee are edited in the list; a conflict is shown at the field', slow, async () => {
  const id = await open({ category: 'inline' })
  await visit(page, '/incidents?category=inline')
  await page.getByRole('button', { name: `Priority (${id}): P3` }).click()
  await page.getByRole('button', { name: 'P1', exact: true }).click()
  await page.getByRole('button', { name: `Priority (${id}): P1` }).waitFor()
  await eventually(async () => (await now(id)).priority === 'P1')
  await page.getByRole('button', { name: `Assigned to (${id}): Unassigned` }).click()
  const offered = page.getByRole('option', { name: 'Administrator' }) // before anything is typed
  await offered.waitFor()
  // The keys of an input method are its own.
  await page.locator('.in-place input').dispatchEvent('keydown', { key: 'Escape', isComposing: true })
  await offered.click()
  await eventually(async () => (await now(id)).assigned_to === administrator.email)
  await page
    .locator('.line', { has: row(id) })
    .getByText('Administrator')
    .waitFor()

  // The edit of another field is no conflict, the one of the same field is.
  await withoutEvents(page, async () => {
    await page.getByRole('button', { name: `Priority (${id}): P1` }).click()
    await console.api('PATCH', `/incidents/${id}`, { location: 'Hall 1' })
    const reloaded = page.waitForResponse(/\/v1\/incidents\?.*category=inline/)
    await page.getByRole('button', { name: 'P2', exact: true }).click()
    await reloaded // the last time that the list is read
    expect((await now(id)).priority).toBe('P2')
    await page.getByRole('button', { name: `Priority (${id}): P2` }).click()
    await console.api('PATCH', `/incidents/${id}`, { priority: 'P4' })
    const record = `**/v1/incidents/${id}`
    await page.route(record, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ status: 500, body: '{"message":"Down"}' })
        : route.continue(),
    )
    await page.getByRole('button', { name: 'P1', exact: true }).click()
    await page.getByText('Down').waitFor() // the current value cannot be read
    await page.unroute(record)
    await page.getByRole('button', { name: `Priority (${id}): P2` }).click()
    await page.getByRole('button', { name: 'P1', exact: true }).click()
    await page.getByText('Current value: P4').waitFor()
    expect((await now(id)).priority).toBe('P4')
    expect(await violationsInBothColours(page)).toEqual([])
    await page.getByRole('button', { name: 'Overwrite' }).click()
    await eventually(async () => (await now(id)).priority === 'P1')
  })
})

test('the list is navigated, searched and left by keyboard, but not while typing', slow, async () => {
  await visit(page, '/incidents')
  const first = page.locator('a.row').first()
  await first.waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Next or previous row').waitFor()
  expect(await violationsInBothColours(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.keyboard.press('/')
  await page.keyboard.type('n?')
  await page.waitForURL(/q=n%3F/)
  await page.keyboard.type('jx') // a pause while typing loses nothing
  await page.waitForURL(/q=n%3Fjx/)
  await count('0 incidents') // the list has followed the address
  expect(await page.getByLabel('Search').inputValue()).toBe('n?jx')
  expect(await page.getByRole('dialog').count()).toBe(0)

  await visit(page, '/profile')
  await visit(page, '/incidents')
  await first.waitFor()
  await page.keyboard.press('j')
  await page.locator('a.row[data-index="0"]:focus').waitFor()
  await page.keyboard.press('x')
  await count('1 incident selected')
  await page.keyboard.press('ArrowDown')
  await page.locator('a.row[data-index="1"]:focus').waitFor()
  await page.keyboard.press('x')
  await count('2 incidents selected')
  const second = (await page.locator('a.row:focus').getAttribute('data-id'))!

  await page.keyboard.press(' ')
  await page.getByRole('region', { name: `Preview of ${second}` }).waitFor()
  expect(await violationsInBothColours(page)).toEqual([])
  await page.keyboard.press('k')
  const top = (await page.locator('a.row[data-index="0"]').getAttribute('data-id'))!
  await page.getByRole('region', { name: `Preview of ${top}` }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: /Preview/ }).waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await page.locator(`a.row[data-id="${second}"]:focus`).waitFor()

  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(second))
  await page.getByLabel('Note', { exact: true }).waitFor()
  // Whoever comes back finds the focus where it was.
  await page.goBack()
  await page.locator(`a.row[data-id="${second}"]:focus`).waitFor()
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.locator('a.row:focus').waitFor() // not lost with the bar
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await page.locator('a.row[data-index="0"]:focus').waitFor()
  await page.keyboard.press('n')
  await page.waitForURL(/\/incidents\/new/)
})

test('incidents are edited in bulk; failures have a reason, and the others succeed', slow, async () => {
  const [ready, stuck] = [
    await open({ short_description: 'Ready' }),
    await open({ short_description: 'Stuck' }),
  ]
  await console.api('PATCH', `/incidents/${ready}`, { state: 'in_progress' })
  await visit(page, '/incidents?priority=P3')
  for (const id of [ready, stuck]) await page.getByLabel(`Select ${id}`).check()
  await page.getByRole('button', { name: 'Edit …' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Resolved' }).click()
  await dialog.getByLabel('Note').fill('All printers were replaced')
  expect(await violationsInBothColours(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Finished: 1 incident succeeded, 1 failed.').waitFor()
  await page.locator('a.row:focus').waitFor()
  const failed = page.getByRole('list', { name: 'Failed' })
  await failed.getByText('cannot become resolved').waitFor()
  await page.getByText('1 incident succeeded', { exact: true }).click()
  await page.getByRole('list', { name: '1 incident succeeded' }).getByRole('link', { name: ready }).waitFor()
  expect(await violationsInBothColours(page)).toEqual([])
  expect((await now(ready)).state).toBe('resolved')
  expect((await now(stuck)).state).toBe('new')

  await failed.getByRole('link', { name: stuck }).click()
  await page.getByRole('heading', { name: 'Stuck' }).waitFor()
  await page.goBack()
  await page.getByText('Finished: 1 incident succeeded, 1 failed.').waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.waitForURL((url) => !url.search.includes('jobs'))
})

test('changes by others are announced while the list is read, and shown on request', slow, async () => {
  await visit(page, '/incidents')
  const first = page.locator('a.row').first()
  await first.waitFor()
  // The row that had the focus last may get it back; nobody reads the list when nothing in it has it.
  await eventually(async () => {
    await page.getByRole('heading', { name: 'Incidents' }).click()
    return page.evaluate("document.activeElement.closest('.list-body') === null")
  })
  const early = await open({ short_description: 'While nobody looks' })
  await row(early).waitFor()
  await first.hover()
  // One that is not in this view does not count.
  const closed = await open({ short_description: 'Elsewhere' })
  await console.api('PATCH', `/incidents/${closed}`, { state: 'cancelled' })
  const late = await open({ short_description: 'While somebody reads' })
  await page.getByText('1 record has changed').waitFor()
  expect(await row(late).count()).toBe(0)
  // Visible rows are updated in place.
  await console.api('PATCH', `/incidents/${early}`, { short_description: 'Seen at once' })
  await row(early).getByText('Seen at once').waitFor()
  await page.getByText('1 record has changed').waitFor()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await row(late).waitFor()
})

test('a long list is scrolled to its end and back, with few rows in memory', slow, async () => {
  const many = Array.from({ length: 800 }, (_, n) => ({
    short_description: `One of many ${n}`,
    category: 'many',
    location: n < 200 ? 'Hall 9' : 'Hall 10',
  }))
  await importIncidents(console, many)
  const endOf = async (order: string) =>
    (await console.api<{ data: Incident[] }>('GET', `/incidents?category=many&limit=1&order=${order}`)).body
      .data[0]!.id
  const [oldest, newest] = [await endOf('asc'), await endOf('desc')]
  await visit(page, '/incidents?category=many')
  await count('800 incidents')
  await row(newest).waitFor()
  const scroll = (to: 'top' | 'bottom') =>
    page.locator('.frame').evaluate((frame, to) => {
      const { scrollHeight } = frame as { scrollHeight: number }
      Object.assign(frame, { scrollTop: to === 'top' ? 0 : scrollHeight })
    }, to)
  await eventually(async () => {
    await scroll('bottom')
    return (await row(oldest).count()) === 1
  })
  expect(await page.locator('a.row').count()).toBeLessThan(100)
  // Going back restores the scroll position.
  await row(oldest).click()
  await page.getByLabel('Note', { exact: true }).waitFor()
  await page.goBack()
  await row(oldest).waitFor()
  await eventually(async () => {
    await scroll('top')
    return (await row(newest).count()) === 1
  })
})

test('everything that matches is edited at once, also what is not loaded', slow, async () => {
  await visit(page, '/incidents?location=Hall 9')
  await count('200 incidents')
  await page.getByLabel('Select all loaded rows').check()
  await page.getByRole('button', { name: 'Select all 200 matching' }).click()
  await count('All 200 incidents selected')
  await page.getByRole('button', { name: 'Edit …' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Priority' }).click()
  await page.getByRole('option', { name: 'P2' }).click()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Finished: 200 incidents succeeded.').waitFor()
  const { body } = await console.api<{ total: number }>('GET', '/incidents?location=Hall%209&priority=P2')
  expect(body.total).toBe(200)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
})

test('a reader is offered no forbidden action', slow, async () => {
  const nora = { email: 'nora@example.com', name: 'Nora Quist', roles: ['itsm_agent'] }
  expect((await console.api('POST', '/users', nora)).status).toBe(201)
  const id = await open({ category: 'paper', assigned_to: nora.email })
  const theirs = await openAs(console, 'reader@example.com', ['viewer'])
  const { query } = console.service
  // The service looks for a suggestion of its own first. A search that is still under way is for an earlier version.
  const suggest = `
    with suggested as (
      update incidents set ai_suggested_resolution = 'Dry it', version = version + 1
      where id = '${id}' and exists (select from suggested_resolutions where incident_id = id) returning id)
    update suggested_resolutions set retry_at = 'infinity' from suggested where incident_id = id returning 1`
  await eventually(async () => (await query(suggest)).length === 1)
  await visit(theirs, '/incidents')
  await theirs.locator(`a.row[data-id="${id}"]`).waitFor()
  expect(await theirs.getByRole('link', { name: 'New incident' }).count()).toBe(0)
  expect(await theirs.getByRole('checkbox').count()).toBe(0)
  await theirs.getByRole('cell', { name: nora.name }).waitFor() // names, not addresses
  await theirs.locator(`a.row[data-id="${id}"]`).click()
  await theirs.getByText('created it').waitFor()
  await theirs.getByText('Dry it').waitFor()
  await theirs.getByRole('button', { name: 'Explain the SLA' }).waitFor()
  await theirs.getByText('paper').first().waitFor()
  await theirs.getByText(nora.name).first().waitFor()
  await expectSoon(() => theirs.getByRole('main').getByText(nora.email).count()).toBe(0)
  const offered = theirs.getByRole('main').getByRole('button')
  await expectSoon(async () => (await offered.allTextContents()).toSorted()).toEqual([
    expect.stringMatching(/^Due /),
    'Watch',
    '…',
  ])

  const add = theirs.getByRole('button', { name: '+ Filter' })
  await visit(theirs, '/incidents')
  await add.click()
  await theirs.getByRole('menuitem', { name: 'Assigned to' }).click()
  await theirs.getByRole('combobox', { name: 'Assigned to' }).click()
  await theirs.getByRole('option', { name: /\(you\)/ }).click()
  await theirs.waitForURL(/assigned_to=reader/)
  await add.click()
  await theirs.getByRole('menuitem', { name: 'Unassigned' }).click()
  await theirs.waitForURL(/unassigned=true/)
  await add.and(theirs.locator(':focus')).waitFor()
  await theirs.getByRole('button', { name: 'Save view' }).click()
  await theirs.getByLabel('View name').fill('Mine')
  await theirs.getByRole('button', { name: 'Save', exact: true }).click()
  const actions = theirs.getByRole('button', { name: 'Actions for view Mine' })
  await actions.click()
  await expectSoon(() => theirs.getByRole('menuitem').allTextContents()).toEqual(['Rename', 'Delete view'])
  await theirs.getByRole('menuitem', { name: 'Rename' }).click()
  await theirs.getByLabel('View name').press('Enter')
  await actions.and(theirs.locator(':focus')).waitFor()
  await theirs.context().close()
})

test('from 768 pixels on the menu is beside the page, and below that it is closed', slow, async () => {
  await visit(page, '/incidents')
  const isBeside = `document.querySelector('nav').getBoundingClientRect().right <=
    document.querySelector('h1').getBoundingClientRect().left`
  for (const width of [767, 768, 769]) {
    await page.setViewportSize({ width, height: 900 })
    await eventually(() => page.evaluate<boolean>(isBeside))
  }
  expect(await scrollsSideways(page)).toBe(false)
})

test('at 200 % zoom every entry of a menu can be reached, and a closed menu has no links', slow, async () => {
  await visit(page, '/incidents')
  await page.locator('a.row').first().waitFor()
  await page.setViewportSize({ width: 640, height: 450 })
  await expectSoon(() => page.getByRole('link', { name: 'Reports', exact: true }).count()).toBe(0)
  const bottom = async (panel: Locator) => {
    const { y, height } = (await panel.boundingBox()) ?? { y: 0, height: 1000 }
    return y + height
  }
  for (const [name, role] of [
    ['+ Filter', 'menu'],
    ['Columns', 'dialog'],
    ['Account menu', 'menu'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    const panel = page.getByRole(role)
    await expectSoon(() => bottom(panel)).toBeLessThanOrEqual(450)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('high contrast shows which rows are selected, and which page and view are open', slow, async () => {
  await visit(page, '/incidents')
  const selected = page.getByRole('checkbox').nth(1)
  await selected.check()
  await page.emulateMedia({ forcedColors: 'active' })
  const colourOf = (at: Locator, name: 'color' | 'backgroundColor') =>
    at.evaluate((element, name) => (globalThis as never as Styles).getComputedStyle(element)[name], name)
  const mark = page.locator('.mantine-Checkbox-inner:has(:checked) svg').first()
  expect(await colourOf(mark, 'color')).not.toBe(await colourOf(selected, 'backgroundColor'))
  for (const [here, other] of [
    [page.locator('.nav-entry[aria-current=page]'), page.locator('.nav-entry:not([aria-current])').first()],
    [page.locator('.tab[aria-current=page]'), page.locator('.tab:not([aria-current])').first()],
  ] as const)
    expect(await colourOf(here, 'backgroundColor')).not.toBe(await colourOf(other, 'backgroundColor'))
  await page.emulateMedia({ forcedColors: 'none' })
  await selected.uncheck()
})

test('the list fits on a phone, without accessibility violations', slow, async () => {
  await page.setViewportSize({ width: 400, height: 800 })
  await visit(page, '/incidents')
  await page.locator('a.row').first().waitFor()
  const closeMenu = page.getByRole('button', { name: 'Close menu' })
  for (const close of [() => closeMenu.click(), () => page.keyboard.press('Escape')]) {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await closeMenu.and(page.locator(':focus')).waitFor()
    await close()
    await closeMenu.waitFor({ state: 'detached' })
  }
  await eventually(async () => ((await page.locator('.frame .line').first().boundingBox())?.y ?? 800) < 800)
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByRole('menuitem', { name: 'Created from' }).click()
  await page.getByLabel('Created from', { exact: true }).waitFor()
  await expectSoon(() => scrollsSideways(page)).toBe(false)
  expect(await violationsInBothColours(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox').nth(1).check()
  await page.locator('.line[data-selected="true"]').waitFor()
  await page.getByRole('region', { name: 'Bulk edit' }).waitFor()
  await expectSoon(() => scrollsSideways(page)).toBe(false)
  expect(await violationsInBothColours(page)).toEqual([])
  expect(console.complaints).toEqual([])
  expect(console.strangers).toEqual([])
})
