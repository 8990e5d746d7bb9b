import { chromium } from 'playwright-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const out = '/tmp/list-shots'
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
})
const context = await browser.newContext({
  baseURL: 'http://localhost:4103',
  viewport: { width: 1440, height: 900 },
  reducedMotion: 'reduce',
})
const page = await context.newPage()
page.setDefaultTimeout(6000)
page.on('pageerror', (e) => console.log('ERR', e.message))
page.on(
  'response',
  async (r) =>
    r.status() >= 400 && console.log(r.status(), r.url(), (await r.text().catch(() => '')).slice(0, 200)),
)
await page.goto('/profile')
await page.getByLabel('E-mail address').fill('admin@example.com')
await page.getByLabel('Password').fill('only-for-these-pictures')
await page.getByRole('button', { name: 'Sign in' }).click()
await page.getByRole('button', { name: 'Sign out' }).waitFor()
const check = async (name) => {
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(axe)
  const found = await page.evaluate(() =>
    axe.run(
      { exclude: ['.mantine-AppShell-header', '.mantine-AppShell-navbar'] },
      { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } },
    ),
  )
  for (const v of found.violations)
    console.log(
      'AXE',
      name,
      v.id,
      v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200) + ' :: ' + n.failureSummary.slice(0, 200)),
    )
}
const step = async (name, work) => {
  const at = Date.now()
  try {
    await work()
    console.log('ok', name, Date.now() - at)
  } catch (error) {
    console.log('FAILED', name, error.message.split('\n').slice(0, 6).join(' | '), page.url())
    await page.screenshot({ path: `${out}/fail-${name}.png` })
  }
}
const row = (id) => page.locator(`a.row[data-id="${id}"]`)
await step('cmdb', async () => {
  await page.goto('/cmdb?class=application')
  await page.locator('a.row').first().waitFor()
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByRole('menuitem', { name: 'Criticality' }).click()
  await page.getByRole('checkbox', { name: 'Critical' }).check()
  await page.waitForURL(/criticality=critical/)
  await page.keyboard.press('Escape')
  await check('cmdb')
  await page.locator('a.row').first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/CI0/)
})
await step('open', async () => {
  await page.goto('/incidents?utm_source=mail')
  await page.locator('a.row').first().waitFor()
  await check('open')
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: 'Mine', exact: true })
    .click()
  await page.waitForURL(/assigned_to=me/)
})
await step('save view', async () => {
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByRole('menuitem', { name: 'Category' }).click()
  await page.getByRole('combobox', { name: 'Category' }).fill('paper')
  await page.keyboard.press('Enter')
  await page.waitForURL(/category=paper/)
  await check('chip')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('View name').fill('My paper ' + (Date.now() % 1000))
  await page.getByLabel('Share with everyone').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/view=view_/)
})
await step('change view', async () => {
  await page.getByRole('button', { name: 'Remove filter Category' }).click()
  await page.getByRole('button', { name: 'Save changes to view' }).click()
  await page.getByRole('button', { name: 'Save changes to view' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /Actions for view/ }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await page.getByRole('button', { name: 'Delete view' }).click()
  await page.getByRole('link', { name: /My paper/ }).waitFor({ state: 'detached' })
})
await step('browser view', async () => {
  await page.evaluate(
    `localStorage.setItem('incident-views', '[{"name":"Old ${Date.now() % 1000}","view":{"state":"new","sort":"priority"}}]')`,
  )
  await page.goto('/incidents')
  await page.getByRole('button', { name: 'Move to my account' }).click()
  await page.getByRole('link', { name: /^Old/ }).first().click()
  await page.waitForURL(/sort=priority/)
  await page.getByRole('button', { name: 'Move to my account' }).waitFor({ state: 'detached' })
})
await step('sort', async () => {
  await page.goto('/incidents')
  await page.locator('a.row').first().waitFor()
  await page.getByRole('columnheader', { name: 'Priority' }).getByRole('button').click()
  await page.waitForURL(/sort=priority&order=asc/)
  await page.locator('[role=columnheader][aria-sort=ascending]').waitFor()
})
await step('columns', async () => {
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Location' }).check()
  await check('columns')
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Location' }).waitFor()
  await page.reload()
  await page.getByRole('columnheader', { name: 'Location' }).waitFor()
})
await step('export', async () => {
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV with the shown columns' }).click()
  console.log(
    readFileSync(await (await download).path(), 'utf8')
      .split('\r\n')
      .slice(0, 2),
  )
})
const id = 'INC0000297'
await step('inline', async () => {
  await page.goto('/incidents')
  await page.getByRole('button', { name: new RegExp(`Priority \\(${id}\\)`) }).click()
  await page.getByRole('button', { name: 'P2', exact: true }).click()
  await page.getByRole('button', { name: `Priority (${id}): P2` }).waitFor()
  await page.getByRole('button', { name: new RegExp(`Assigned to \\(${id}\\)`) }).click()
  await page.getByRole('combobox', { name: `Assigned to (${id})` }).fill('admin')
  await page.getByRole('option').first().click()
  await page
    .locator('.line', { has: row(id) })
    .getByText('Administrator')
    .waitFor()
  await page.getByRole('button', { name: `Priority (${id}): P2` }).click()
  await page.getByRole('button', { name: 'P4', exact: true }).click()
  await page.getByRole('button', { name: `Priority (${id}): P4` }).waitFor()
})
await step('keyboard', async () => {
  await page.goto('/incidents')
  await page.locator('a.row').first().waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Next row').waitFor()
  await check('help')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await page.keyboard.type('n?')
  await page.waitForURL(/q=n%3F/)
  await page.goto('/incidents')
  await page.locator('a.row').first().waitFor()
  await page.keyboard.press('j')
  await page.locator('a.row[data-index="0"]:focus').waitFor()
  await page.keyboard.press('x')
  await page.getByText('1 incident selected', { exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.locator('a.row[data-index="1"]:focus').waitFor()
  await page.keyboard.press(' ')
  await page.getByRole('region', { name: /Preview of/ }).waitFor()
  await page.waitForTimeout(300)
  await page.screenshot({ path: `${out}/preview2.png` })
  await check('preview')
  await page.keyboard.press('k')
  await page.locator('a.row[data-index="0"]:focus').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: /Preview/ }).waitFor({ state: 'detached' })
})
await step('back', async () => {
  const second = await page.locator('a.row:focus').getAttribute('data-id')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(second))
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.goBack()
  await page.locator(`a.row[data-id="${second}"]:focus`).waitFor()
})
await step('all', async () => {
  await page.goto('/incidents?state=closed,resolved')
  await page.locator('a.row').first().waitFor()
  await page.getByLabel('Select all loaded rows').check()
  await page.getByRole('button', { name: /Select all \d+ matching/ }).click()
  await page.getByText(/^All \d+ incidents selected/).waitFor()
  await page.getByRole('button', { name: 'Edit …' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Priority' }).click()
  await page.getByRole('option', { name: 'P3' }).click()
  await check('bulk')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByText(/Finished: \d+ incidents succeeded/).waitFor({ timeout: 60000 })
  await page.screenshot({ path: `${out}/jobs.png` })
  await check('jobs')
})
await page.setViewportSize({ width: 400, height: 800 })
await step('phone', async () => {
  await page.goto('/incidents')
  await page.locator('a.row').first().waitFor()
  await page.getByRole('button', { name: '+ Filter' }).click()
  await page.getByRole('menuitem', { name: 'Created from' }).click()
  await page.getByLabel('Created from', { exact: true }).waitFor()
  console.log(
    'sideways',
    await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth'),
  )
  await check('phone')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox').nth(1).check()
  await page.getByRole('region', { name: 'Bulk edit' }).waitFor()
  await check('phone bulk')
  await page.screenshot({ path: `${out}/phone-bulk.png` })
})
await browser.close()
