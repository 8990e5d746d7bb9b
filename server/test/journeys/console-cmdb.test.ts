import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { visit } from '../browser.ts'
import {
  expectSoon,
  openConsole,
  scrollsSideways,
  violationsInBothColours,
  type Console,
} from '../console.ts'

let console: Console
let page: Page
/** report depends on shop, shop on api and mail, both on vm, vm on host. */
const ids: Record<string, string> = {}
let incident: string
let change: string
beforeAll(async () => {
  console = await openConsole()
  page = console.page
  const make = async (path: string, body: object) =>
    (await console.api<{ id: string }>('POST', path, body)).body.id
  const depends_on = (...names: string[]) => names.map((name) => ({ type: 'depends_on', ci_id: ids[name] }))
  const discovery_source = 'netscan'
  ids.host = await make('/cmdb/cis', { name: 'host', class: 'server', criticality: 'high', discovery_source })
  ids.vm = await make('/cmdb/cis', { name: 'vm', class: 'server', relationships: depends_on('host') })
  ids.api = await make('/cmdb/cis', { name: 'api', class: 'service', relationships: depends_on('vm') })
  ids.mail = await make('/cmdb/cis', { name: 'mail', class: 'service', relationships: depends_on('vm') })
  ids.shop = await make('/cmdb/cis', {
    name: 'shop',
    class: 'application',
    criticality: 'critical',
    relationships: depends_on('api', 'mail'),
  })
  ids.report = await make('/cmdb/cis', {
    name: 'report',
    class: 'application',
    relationships: depends_on('shop'),
  })
  incident = await make('/incidents', { short_description: 'Nobody can pay', ci_id: ids.shop })
  change = await make('/changes', { short_description: 'New payment page', ci_ids: [ids.shop] })
}, 600_000)

const slow = { timeout: 600_000 }
const read = async <Body>(path: string) => (await console.api<Body>('GET', path)).body

test('a saved view opens with all filters of the API, also from its address alone', slow, async () => {
  const view = { noun: 'cis', name: 'Discovered', shared: true, filters: { discovery_source: 'netscan' } }
  const { id } = (await console.api<{ id: string }>('POST', '/views', view)).body
  await visit(page, `/cmdb?view=${id}`)
  await page.getByRole('button', { name: 'Edit filter Discovery source: netscan' }).waitFor()
  await page.getByText('1 configuration item', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Discovered' }).click()
  await page.waitForURL(/discovery_source=netscan/)
  await expectSoon(() => page.locator('a.row').allInnerTexts()).toEqual([expect.stringContaining('host')])
})

test('the graph shows both directions, fits, and its boxes can be followed by keyboard', slow, async () => {
  await visit(page, `/cmdb/cis/${ids.vm}?tab=graph&depth=3&as=graph`)
  const graph = page.getByRole('group', { name: /Relationships of vm/ })
  await graph.waitFor()
  await expectSoon(() => graph.getByRole('link').count()).toBe(6)
  // shop is there once, with both of its relationships.
  await expectSoon(() => graph.locator('.react-flow__edge').count()).toBe(6)
  await graph.getByRole('link', { name: '1 open incident' }).waitFor()
  await graph.getByRole('img', { name: 'shop depends on api', exact: true }).waitFor({ state: 'attached' })
  expect(await violationsInBothColours(page)).toEqual([])

  // The tab order is that of the boxes, column by column.
  await graph.getByRole('link').first().focus()
  const reached = []
  for (let stop = 0; stop < 6; stop++) {
    reached.push(await page.evaluate(`document.activeElement.textContent`))
    await page.keyboard.press('Tab')
  }
  expect(reached).toEqual([
    `${ids.report} report, Application`,
    `${ids.shop} shop, Application, critical, 1 open incident`,
    `${ids.api} api, Service`,
    `${ids.mail} mail, Service`,
    `${ids.vm} vm, Server`,
    `${ids.host} host, Server, high`,
  ])
  await graph.getByRole('link', { name: 'shop' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/cmdb/cis/${ids.shop}\\?tab=graph&.*as=graph`))
  await page.getByRole('group', { name: /Relationships of shop/ }).waitFor()
})

test('the graph has the selected depth, and the tree shows the same as text', slow, async () => {
  await visit(page, `/cmdb/cis/${ids.host}?tab=graph&depth=1`)
  await page.getByText('2 configuration items').waitFor()
  await page.getByText('More items not shown').waitFor()
  await page.getByRole('radio', { name: '10' }).waitFor({ state: 'attached' })
  await page.setViewportSize({ width: 1280, height: 240 })
  await page.evaluate('scrollTo(0, 10)')
  await page.getByRole('radiogroup', { name: 'Depth' }).getByText('3', { exact: true }).click()
  await page.getByText('5 configuration items').waitFor()
  expect(await page.evaluate('scrollY')).toBe(10)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByText('Tree', { exact: true }).click()
  await page.waitForURL(/as=tree/)
  const tree = page.getByRole('region', { name: 'Dependents' })
  await tree.getByRole('link', { name: /shop/ }).waitFor()
  await expectSoon(() => tree.getByRole('listitem').count()).toBe(4)
  expect(await violationsInBothColours(page)).toEqual([])
})

test('the impact lists dependents, the path to each, and their open records', slow, async () => {
  await visit(page, `/cmdb/cis/${ids.host}?tab=impact`)
  await page.getByText('5 dependents').waitFor()
  const row = page.getByRole('row').filter({ hasText: 'shop' }).filter({ hasText: 'Application' }).first()
  const cells = row.getByRole('cell')
  await expectSoon(async () => (await cells.allInnerTexts()).map((text) => text.trim())).toEqual([
    `${ids.shop} shop`,
    'Application',
    'Critical',
    '3',
    'api, vm',
    '1',
    '1',
  ])
  await page.getByText('Application 2').waitFor()
  await page.getByRole('link', { name: `${incident} Nobody can pay` }).waitFor()
  await page.getByRole('link', { name: `${change} New payment page` }).waitFor()
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByRole('tab', { name: 'Dependencies' }).click()
  await page.getByText('0 dependencies').waitFor()
})

test('a configuration item is created, related and described', slow, async () => {
  await visit(page, '/cmdb/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('tape-1')
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'tape-1' }).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  await page.getByText('No relationships yet').waitFor()
  // The second one is added before the first is saved.
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**/cis/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') await isReleased
    await route.continue()
  })
  for (const name of ['host', 'vm']) {
    const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.get('q') === name)
    await Promise.all([asked, page.getByRole('combobox', { name: 'Target' }).fill(name)])
    await page.getByRole('option', { name: `${ids[name]} ${name}` }).click()
  }
  release()
  await page.getByRole('link', { name: `${ids.vm} vm` }).waitFor()
  await page.unroute(`**/cis/${id}`)
  expect(await read(`/cmdb/cis/${id}`)).toMatchObject({
    relationships: [
      { type: 'depends_on', ci_id: ids.host },
      { type: 'depends_on', ci_id: ids.vm },
    ],
  })

  await page.getByRole('button', { name: 'Edit: Attributes' }).click()
  await page.getByRole('button', { name: 'Add attribute' }).click()
  await page.getByLabel('Attribute 1').fill('rack')
  await page.getByLabel('Value 1').fill('B7')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('B7').first().waitFor()
  expect(await read(`/cmdb/cis/${id}`)).toMatchObject({ attributes: { rack: 'B7' } })
  expect(await violationsInBothColours(page)).toEqual([])

  await page.getByRole('button', { name: 'Edit: Attributes' }).click()
  await page.getByLabel('Value 1').fill('B8')
  // The page hears of the other edit by an event too, and must not show it before this one is sent.
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.route(`**/cis/${id}`, async (route) => {
    if (route.request().method() === 'GET') await sent
    await route.continue()
  })
  await console.api('PATCH', `/cmdb/cis/${id}`, { attributes: { rack: 'C1', found: 'by a scan' } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('rack: C1, found: by a scan').waitFor()
  await page.unroute(`**/cis/${id}`)
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await page.locator('[data-version="6"]').waitFor()
  expect(await read(`/cmdb/cis/${id}`)).toMatchObject({ attributes: { rack: 'B8' } })

  await page.getByRole('button', { name: `Remove depends on ${ids.host}` }).click()
  await page.getByRole('button', { name: `Remove depends on ${ids.vm}` }).click()
  await page.getByText('No relationships yet').waitFor()
  expect(await read(`/cmdb/cis/${id}`)).toMatchObject({ relationships: [] })
  await page.getByText(`removed depends on ${ids.vm} from Relationships`).last().waitFor()
  await visit(page, '/cmdb?health=orphan&q=tape')
  await page.getByText('1 configuration item', { exact: true }).waitFor()

  await console.api('PATCH', `/cmdb/cis/${id}`, {
    status: 'retired',
    relationships: [{ type: 'depends_on', ci_id: ids.host }],
  })
  await visit(page, `/cmdb/cis/${ids.host}?tab=impact`)
  await page.getByRole('row').filter({ hasText: 'tape-1' }).getByText('Retired').waitFor()
  await console.api('PATCH', `/cmdb/cis/${id}`, { relationships: [] })
})

test('all incidents and changes of an item are one click away', slow, async () => {
  await visit(page, `/cmdb/cis/${ids.shop}`)
  await page.getByRole('region', { name: 'Open incidents' }).getByText('Nobody can pay').waitFor()
  await page.getByRole('link', { name: 'All changes' }).click()
  await page.waitForURL(new RegExp(`/changes\\?ci_id=${ids.shop}`))
  await page.getByText('1 change', { exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'All incidents' }).click()
  await page.waitForURL(new RegExp(`/incidents\\?ci_id=${ids.shop}`))
  await page.getByText('1 incident', { exact: true }).waitFor()
  await expectSoon(() => page.locator('a.row').count()).toBe(1)
})

test('the list is filtered by custom values, and the view is kept in the URL', slow, async () => {
  await visit(page, '/cmdb?class=application')
  await page.getByText('2 configuration items', { exact: true }).waitFor()
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByRole('menuitem', { name: 'Criticality' }).click()
  await page.getByRole('checkbox', { name: 'Critical' }).check()
  await page.waitForURL(/criticality=critical/)
  await page.getByText('1 configuration item', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  expect(await violationsInBothColours(page)).toEqual([])
  await page.locator('a.row').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'shop' }).waitFor()
})

test('all pages fit on a phone, without accessibility violations', slow, async () => {
  await page.setViewportSize({ width: 400, height: 800 })
  for (const [path, seen] of [
    ['/cmdb', page.locator('a.row').first()],
    [`/cmdb/cis/${ids.vm}`, page.getByRole('heading', { name: 'Activity' })],
    [`/cmdb/cis/${ids.vm}?tab=graph`, page.getByRole('heading', { name: 'Dependents' })], // the tree
    [`/cmdb/cis/${ids.vm}?tab=graph&as=graph`, page.getByRole('group', { name: /Relationships of vm/ })],
    [`/cmdb/cis/${ids.vm}?tab=impact`, page.getByText('4 dependents')],
  ] as const) {
    await visit(page, path)
    await seen.waitFor()
    await expectSoon(async () => [path, await scrollsSideways(page)]).toEqual([path, false])
    expect(await violationsInBothColours(page)).toEqual([])
  }
  expect(console.complaints).toEqual([])
  expect(console.strangers).toEqual([])
})
