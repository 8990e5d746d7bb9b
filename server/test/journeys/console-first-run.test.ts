import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { chooseSignOut, isSignedIn, visit } from '../browser.ts'
import {
  expectSoon,
  openAs,
  openConsole,
  scrollsSideways,
  violationsInBothColours,
  type Console,
} from '../console.ts'
import { eventually } from '../eventually.ts'

const slow = { timeout: 600_000 }

let console: Console
let page: Page
beforeAll(async () => {
  console = await openConsole()
  page = console.page
  await page.setViewportSize({ width: 1440, height: 900 })
}, slow.timeout)

const make = async (path: string, body: object) =>
  (await console.api<{ id: string }>('POST', path, body)).body.id
const read = async <Body>(path: string) => (await console.api<Body>('GET', path)).body
const onPhone = async (act: () => Promise<void>) => {
  await page.setViewportSize({ width: 400, height: 800 })
  await act()
  await page.setViewportSize({ width: 1440, height: 900 })
}
/** Axe, in both colours, and the width of the page. */
const isClean = async () => {
  await eventually(async () => !(await scrollsSideways(page))) // once the page has adjusted
  expect(await violationsInBothColours(page)).toEqual([])
}

test('an empty service shows a checklist instead of empty charts, and knows what is done', slow, async () => {
  await visit(page, '/')
  const checklist = page.getByRole('region', { name: 'Set up Mainstay' })
  await checklist.getByText('0 of 5 done').waitFor()
  await isClean()
  await onPhone(isClean)
  await visit(page, '/reports')
  await page.getByText('No incidents yet').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'New incident' }).waitFor()
  expect(await page.locator('.recharts-wrapper').count()).toBe(0)
  await visit(page, '/')

  await checklist.getByRole('link', { name: 'Add an item' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('core')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'core' }).waitFor()
  await make('/users', { email: 'grace@example.com', roles: ['viewer'] })
  await make('/webhooks/inbound', { name: 'Monitoring', preset: 'alertmanager' })
  await console.api('PUT', '/sla/policies/P1', { target_minutes: 30 })
  const known = page.waitForResponse(/\/api\/v1\/demo$/) // the last that the checklist asks for
  await page.goto('/')
  await known
  // What it needs is known now, so that a list would be there at once.
  await visit(page, '/profile')
  await visit(page, '/')
  expect(await checklist.count()).toBe(0) // set up, without demo data
})

test('an administrator dismisses the checklist for everybody', slow, async () => {
  const [ci] = (await read<{ data: { id: string }[] }>('/cmdb/cis')).data
  await console.api('DELETE', `/cmdb/cis/${ci!.id}`)
  await page.goto('/')
  const checklist = page.getByRole('region', { name: 'Set up Mainstay' })
  await checklist.getByText('3 of 5 done').waitFor()
  await checklist.getByRole('button', { name: 'Dismiss checklist' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss checklist' }).click()
  await checklist.waitFor({ state: 'detached' })
  expect(await read('/onboarding')).toMatchObject({ dismissed: true })
  await visit(page, '/administration/demo')
  await page.getByRole('button', { name: 'Show the setup checklist' }).click()
  await eventually(async () => !(await read<{ dismissed: boolean }>('/onboarding')).dismissed)
})

test('an unknown address shows a page, and unknown parameters are ignored', slow, async () => {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 400) refused.push(response.url())
  })
  const answer = await page.goto('/no-such-page?x=1')
  expect(answer!.status()).toBe(404)
  await isSignedIn(page)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await isClean()
  await page.getByRole('main').getByRole('link', { name: 'Incidents' }).click()
  await page.getByRole('heading', { name: 'Incidents' }).waitFor()
  await visit(page, '/administration/nothing')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()

  // Signs of what the service has answered: an earlier one would be that of a page that is being left for the sign-in.
  for (const [address, sign] of [
    ['/administration/users?utm_source=mail&role=nobody&active=true', '2 users'],
    ['/cmdb?utm_source=mail&class=server&criticality=huge&sort=size', '0 configuration items'],
    ['/changes?foo=1&sort=bar', '0 changes'],
    ['/requests?foo=1', '0 requests'],
    ['/incidents?foo=1&limit=0', '0 incidents'],
    ['/approvals?foo=1', 'No approvals are waiting for you'],
    ['/reports?days=abc', 'No incidents yet'],
    ['/webhooks?direction=sideways', '1 webhook'],
  ] as const) {
    await page.goto(address)
    await page.getByText(sign).first().waitFor()
  }
  expect(refused).toEqual([])
})

test('forms of new records can be left, and their pickers stay in the window', slow, async () => {
  for (const [form, list] of [
    ['/changes/new', 'Changes'],
    ['/catalog/new', 'Service catalogue'],
    ['/cmdb/new', 'Configuration items'],
    ['/requests/new?item=other', 'Requests'],
  ] as const) {
    await visit(page, form)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: list, exact: true }).waitFor()
  }
  for (let n = 0; n < 15; n++) await make('/cmdb/cis', { name: `printer-${n}`, class: 'printer' })
  await page.setViewportSize({ width: 1440, height: 600 })
  await visit(page, '/changes/new')
  await page.getByRole('combobox', { name: 'Add configuration item' }).click()
  await page.getByRole('option').nth(14).waitFor({ state: 'attached' })
  const options = page.getByRole('listbox')
  const areInWindow = async () => {
    const { y, height } = (await options.boundingBox())!
    return y >= 0 && y + height <= 600
  }
  expect(await eventually(areInWindow)).toBe(true)
  await page.getByRole('option').last().scrollIntoViewIfNeeded()
  await page.getByRole('option').last().click()
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('the graph fits, zooms, and shows open incidents and merged relationships', slow, async () => {
  const db = await make('/cmdb/cis', { name: 'db', class: 'database' })
  const api = await make('/cmdb/cis', {
    name: 'api',
    class: 'service',
    relationships: [
      { type: 'depends_on', ci_id: db },
      { type: 'uses', ci_id: db },
    ],
  })
  for (let n = 0; n < 12; n++)
    await make('/cmdb/cis', {
      name: `shop-${n}`,
      class: 'application',
      relationships: [{ type: 'depends_on', ci_id: api }],
    })
  await make('/incidents', { short_description: 'The API is slow', ci_id: api })
  await visit(page, `/cmdb/cis/${api}?tab=graph`)
  const graph = page.getByRole('group', { name: /Relationships of api/ })
  await graph.getByText('depends on, uses', { exact: true }).waitFor()
  await expectSoon(() => graph.locator('.react-flow__edge').count()).toBe(13)
  // The item itself has a badge too.
  await expectSoon(() => graph.locator('[aria-current]').textContent()).toBe(
    `${api} api, Service, 1 open incident`,
  )

  const isInside = async (name: string) => {
    const frame = (await graph.boundingBox())!
    const box = (await graph.getByRole('link', { name }).boundingBox())!
    return (
      box.x >= frame.x &&
      box.x + box.width <= frame.x + frame.width &&
      box.y >= frame.y &&
      box.y + box.height <= frame.y + frame.height
    )
  }
  for (const name of ['shop-0', 'shop-11', ' db'])
    await expectSoon(async () => [name, await isInside(name)]).toEqual([name, true])
  const widthOf = async () => (await graph.getByRole('link', { name: ' db' }).boundingBox())!.width
  const before = await widthOf()
  await graph.getByRole('button', { name: 'Zoom in' }).click()
  await eventually(async () => (await widthOf()) > before * 1.1)
  // A box that gets the focus comes into sight.
  for (let n = 0; n < 4; n++) await graph.getByRole('button', { name: 'Zoom in' }).click()
  await graph.getByRole('link', { name: 'shop-11' }).focus()
  await eventually(() => isInside('shop-11'))
  await graph.getByRole('button', { name: 'Fit to window' }).click()
  await eventually(() => isInside('shop-0'))
  await isClean()
  await onPhone(async () => {
    await visit(page, '/cmdb')
    await visit(page, `/cmdb/cis/${api}?tab=graph&as=graph`) // a phone shows the tree first
    await graph.getByRole('link', { name: ' api' }).waitFor()
    await isClean()
  })
  expect([console.complaints, console.strangers]).toEqual([[], []])
})

test('what is written without a connection is kept, sent in order, and sent once', slow, async () => {
  const id = await make('/incidents', { short_description: 'Mail is slow', category: 'mail' })
  await visit(page, `/incidents/${id}`)
  await page.getByRole('heading', { name: 'Mail is slow' }).waitFor()
  await visit(page, '/incidents/new')
  await page.getByLabel('Summary').waitFor()
  await visit(page, '/incidents')
  const priority = page.getByRole('button', { name: `Priority (${id})` })
  await priority.getByText('P3').waitFor()
  await visit(page, `/incidents/${id}`)
  await page.getByLabel('Note', { exact: true }).waitFor()

  await page.context().setOffline(true)
  const banner = page.getByText('Mainstay cannot be reached', { exact: true })
  await banner.waitFor()
  await page.getByRole('heading', { name: 'Mail is slow' }).waitFor() // the page stays
  await page.getByLabel('Note', { exact: true }).fill('Written on a train')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('1 change is waiting').waitFor()
  await expectSoon(() => page.getByLabel('Note', { exact: true }).inputValue()).toBe('')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Waiting to be sent' })
    .getByText('Written on a train')
    .waitFor()
  await isClean()
  await page.getByRole('button', { name: 'Start work', exact: true }).click()
  await page.getByText('2 changes are waiting').waitFor()
  await visit(page, '/incidents/INC9999999')
  await page.getByText('This page is not available offline').waitFor()
  await visit(page, '/incidents')
  await priority.click()
  await page.getByRole('button', { name: 'P1', exact: true }).click()
  await priority.getByText('P1').waitFor()
  await page.getByText('3 changes are waiting').waitFor()
  await visit(page, '/incidents/new')
  await page.getByLabel('Summary').fill('Train without network')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('Kept in this browser', { exact: true }).waitFor()
  await page.getByText('4 changes are waiting').waitFor()
  await page.getByRole('button', { name: 'Show changes' }).click()
  await expectSoon(() => page.getByRole('dialog').getByRole('listitem').count()).toBe(4)
  await page.getByRole('dialog').getByText(`Note on ${id}: Written on a train`).waitFor()
  await isClean()
  await page.keyboard.press('Escape')
  await onPhone(isClean)
  expect((await read<{ data: object[] }>(`/incidents/${id}/notes`)).data).toEqual([])

  await page.context().setOffline(false)
  await banner.waitFor({ state: 'detached' })
  await eventually(async () => (await read<{ state: string }>(`/incidents/${id}`)).state === 'in_progress')
  await eventually(
    async () => (await read<{ total: number }>('/incidents?q=%22Train+without+network%22')).total === 1,
  )
  expect(await read(`/incidents/${id}`)).toMatchObject({ state: 'in_progress', priority: 'P1' })
  const notes = await read<{ data: { body: string }[] }>(`/incidents/${id}/notes`)
  expect(notes.data.map(({ body }) => body)).toEqual(['Written on a train'])
  await page.getByText('Sending').waitFor({ state: 'detached' })
  await page.reload()
  await isSignedIn(page)
  await page.getByRole('heading', { name: 'New incident' }).waitFor()
  expect((await read<{ total: number }>(`/incidents/${id}/notes`)).total).toBe(1)
  expect((await read<{ total: number }>('/incidents?q=%22Train+without+network%22')).total).toBe(1)
})

test(
  'what gets no answer on a connection that died unnoticed is sent again, and arrives once',
  slow,
  async () => {
    const id = await make('/incidents', { short_description: 'Laptop that slept' })
    await visit(page, `/incidents/${id}`)
    await page.getByLabel('Note', { exact: true }).waitFor()
    await page.evaluate(`{
      const waiting = []
      AbortSignal.timeout = () => {
        waiting.push(new AbortController())
        return waiting.at(-1).signal
      }
      globalThis.endWaiting = () => {
        for (const each of waiting) each.abort(new DOMException('', 'TimeoutError'))
      }
    }`)
    let sent = 0
    const notes = `**/incidents/${id}/notes`
    await page.route(notes, async (route) => {
      if (route.request().method() !== 'POST' || ++sent > 2) return route.continue()
      return page.evaluate('endWaiting()') // never answered, as if it had waited as long as it does
    })
    await page.getByLabel('Note', { exact: true }).fill('Awake again')
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('article').getByText('Awake again').waitFor()
    await page.getByText('Waiting to be sent').waitFor({ state: 'detached' })
    expect((await read<{ total: number }>(`/incidents/${id}/notes`)).total).toBe(1)
    expect(sent).toBe(3) // by the page, then twice from the outbox
    await page.unroute(notes)
  },
)

test('a conflict is shown, and signing out asks before it forgets what was not sent', slow, async () => {
  const id = await make('/incidents', { short_description: 'Shared work', category: 'mail' })
  await visit(page, `/incidents/${id}`)
  await page.getByRole('button', { name: 'Start work', exact: true }).waitFor()
  // Messages are among the parts that are loaded once the browser is idle.
  await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' })
  await page.context().setOffline(true)
  await page.getByText('Mainstay cannot be reached', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Start work', exact: true }).click()
  await page.getByText('1 change is waiting').waitFor()
  await console.api('PATCH', `/incidents/${id}`, { category: 'network' }) // somebody else
  await chooseSignOut(page)
  await page.getByText('You cannot sign out while Mainstay cannot be reached.').waitFor()
  await page.context().setOffline(false)
  await page.getByText('1 change was not accepted').waitFor()
  expect(await read(`/incidents/${id}`)).toMatchObject({ state: 'new', category: 'network' })

  await page.reload() // it is still there
  await page.getByText('1 change was not accepted').waitFor()
  await chooseSignOut(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 change has not been sent yet').waitFor()
  await isClean()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Show changes' }).click()
  await dialog.getByText('Someone else edited this record').waitFor()
  await dialog.getByRole('button', { name: 'Overwrite' }).click()
  await eventually(async () => (await read<{ state: string }>(`/incidents/${id}`)).state === 'in_progress')
  expect(await read(`/incidents/${id}`)).toMatchObject({ category: 'network' })
  await page.getByText('1 change was not accepted').waitFor({ state: 'detached' })
  expect(console.strangers).toEqual([])
})

test(
  'parts that load after the page do without a connection, and are loaded when it is back',
  slow,
  async () => {
    const theirs = await openAs(console, 'commuter@example.com', ['itsm_agent'])
    const parts = /\/assets\/(toasts|palette|cis-page)|\/healthz$/
    await theirs.route(parts, (route) => route.abort('internetdisconnected'))
    await theirs.goto('/')
    await theirs.getByText('Mainstay cannot be reached', { exact: true }).waitFor()
    await theirs.getByRole('heading', { name: 'My work' }).waitFor() // the page stays
    await theirs.getByRole('link', { name: 'CMDB' }).click()
    await theirs.keyboard.press('Control+k')
    await theirs.unroute(parts)
    await theirs.getByRole('combobox', { name: 'Search or jump to' }).waitFor()
    await theirs.keyboard.press('Escape')
    await theirs.getByRole('heading', { name: 'Configuration items' }).waitFor()
    const place = 'getComputedStyle(document.querySelector(".mantine-Notifications-root")).position'
    await expectSoon(() => theirs.evaluate(place)).toBe('fixed')

    // An upgrade has replaced the file of a part: the console of the new release is loaded.
    const panel = /\/assets\/panel-.*\.js$/
    await theirs.route(panel, (route) => route.fulfill({ status: 404 }))
    const reloaded = theirs.waitForEvent('load')
    await theirs.getByRole('button', { name: 'Copilot', exact: true }).click()
    await reloaded
    await theirs.unroute(panel)
    await theirs.getByRole('button', { name: 'Copilot', exact: true }).click()
    await theirs.getByRole('complementary', { name: 'Copilot' }).waitFor()
    expect(console.complaints).toEqual([])
    await theirs.context().close()
  },
)

test('without a connection, lists and the search say so, and the home page waits for it', slow, async () => {
  const theirs = await openAs(console, 'hiker@example.com', ['itsm_agent']) // the home page is not loaded yet
  await visit(theirs, '/incidents')
  await theirs
    .getByRole('status')
    .filter({ hasText: /^\d+ incidents$/ })
    .waitFor()
  const finder = theirs.getByRole('combobox', { name: 'Search or jump to' })
  await theirs.keyboard.press('Control+k')
  await finder.waitFor()
  await theirs.keyboard.press('Escape')

  await theirs.context().setOffline(true)
  await theirs.getByText('Mainstay cannot be reached', { exact: true }).waitFor()
  await visit(theirs, '/incidents?priority=P4')
  await theirs.getByText('This page is not available offline').waitFor()
  await expectSoon(() => theirs.getByText('Loading …').count()).toBe(0)
  await theirs.keyboard.press('Control+k')
  await finder.fill('mail is slow')
  await theirs.getByRole('dialog').getByText('Not available offline').waitFor()
  await theirs.keyboard.press('Escape')
  await theirs.getByRole('link', { name: 'My work' }).click()
  await theirs.getByRole('main').getByText('Not available offline').waitFor()
  await theirs.context().setOffline(false)
  await theirs.getByRole('heading', { name: 'My work' }).waitFor()
  expect(console.complaints).toEqual([])
  await theirs.context().close()
})

test('a token that expires offline is renewed, and a session that ended asks to sign in', slow, async () => {
  const traveller = { email: 'traveller@example.com', password: 'a-password-of-somebody-else' }
  const theirs = await openAs(console, traveller.email, ['itsm_agent'])
  const id = await make('/incidents', { short_description: 'Long tunnel' })
  const notes = async () =>
    (await read<{ data: { body: string }[] }>(`/incidents/${id}/notes`)).data.map(({ body }) => body)
  const writeOffline = async (text: string) => {
    await theirs.context().setOffline(true)
    await theirs.getByText('Mainstay cannot be reached', { exact: true }).waitFor()
    // Access tokens last an hour.
    await theirs.evaluate('{ const { now } = Date; Date.now = () => now() + 2 * 3_600_000 }')
    await theirs.getByLabel('Note', { exact: true }).fill(text)
    await theirs.getByRole('button', { name: 'Add note' }).click()
    await theirs.getByText('1 change is waiting').waitFor()
    await theirs.getByRole('heading', { name: 'Long tunnel' }).waitFor() // the page stays
  }
  await visit(theirs, `/incidents/${id}`)
  await theirs.getByLabel('Note', { exact: true }).waitFor()
  await writeOffline('Before the tunnel')
  await theirs.context().setOffline(false)
  await theirs.getByText('Waiting to be sent').waitFor({ state: 'detached' })
  await theirs.getByRole('article').getByText('Before the tunnel').waitFor()
  expect(await notes()).toEqual(['Before the tunnel'])

  await writeOffline('After the tunnel')
  const [user] = (await read<{ data: { id: string }[] }>(`/users?email=${traveller.email}`)).data
  await console.api('DELETE', `/users/${user!.id}/sessions`)
  await theirs.context().setOffline(false)
  await theirs.getByLabel('E-mail address').fill(traveller.email)
  await theirs.getByLabel('Password').fill(traveller.password)
  let refused = 0 // a busy service: the note must not wait for an event that never comes
  await theirs.route('**/api/v1/profile', (route) =>
    ++refused > 1 ? route.continue() : route.fulfill({ status: 429, json: { code: 'rate_limited' } }),
  )
  await theirs.getByRole('button', { name: 'Sign in' }).click()
  await theirs.getByRole('article').getByText('After the tunnel').waitFor()
  await theirs.getByText('Waiting to be sent').waitFor({ state: 'detached' })
  expect(await notes()).toEqual(['Before the tunnel', 'After the tunnel'])
  await theirs.context().close()
})
