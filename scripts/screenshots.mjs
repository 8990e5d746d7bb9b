// Takes the screenshots of the documentation from the built service with its demo data, in a real browser.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

/** Name, path, a text that shows that the page is loaded, and actions before the screenshot. */
const pages = [
  { name: 'reports', at: '/reports', sign: 'INC0000', before: waitForCharts },
  { name: 'incidents', at: '/incidents?state=new,in_progress,on_hold,reopened', sign: 'INC0000' },
  { name: 'incident', at: '/incidents/INC0000300', sign: 'items depend on it' },
  { name: 'changes', at: '/changes', sign: 'CHG0000' },
  { name: 'cmdb', at: '/cmdb/cis/CI0000002', sign: 'Overview', before: openGraph },
  { name: 'knowledge', at: '/knowledge', sign: 'KB0000' },
  {
    name: 'mapping',
    at: '/webhooks/inbound/new',
    sign: 'Alert source',
    before: tryMapping,
  },
  { name: 'copilot', at: '/incidents', sign: 'INC0000', before: askCopilot },
]

ensureInstalled()
ensureBuilt()
ensureSystemPackages()
const folder = mkdtempSync(path.join(tmpdir(), 'mainstay-pictures-'))
// The PostgreSQL user can reach it when root runs this; otherwise the database would be elsewhere and stay there.
chmodSync(folder, 0o755)
const person = { email: 'admin@example.com', password: 'only-for-these-pictures' }
const port = await freePort()
const service = spawn(process.execPath, [`${root}server/dist/main.js`], {
  env: {
    ...process.env,
    PORT: port,
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    BOOTSTRAP_ADMIN_EMAIL: person.email,
    BOOTSTRAP_ADMIN_PASSWORD: person.password,
  },
  stdio: 'ignore',
})
try {
  await isReady()
  await draw()
} finally {
  const gone = new Promise((resolve) => service.once('exit', resolve))
  service.kill('SIGTERM')
  await gone
  rmSync(folder, { recursive: true, force: true })
}

async function draw() {
  mkdirSync(`${root}docs/images`, { recursive: true })
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const page = await browser.newPage({
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  page.setDefaultTimeout(120_000)
  await page.goto('/')
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Account menu' }).waitFor()
  await demoIsThere(page)
  for (const { name, at, sign, before } of pages) {
    await page.goto(at)
    await page.getByText(sign).first().waitFor()
    await before?.(page)
    await page.waitForLoadState('load')
    // Content that loads later shows a spinner until then.
    await page.waitForFunction(() => !document.querySelector('.mantine-Loader-root, .mantine-Skeleton-root'))
    await page.screenshot({ path: `${root}docs/images/${name}.png` })
    console.log(`wrote docs/images/${name}.png`)
  }
  await browser.close()
}

/** The service loads it after its start, and suggests resolutions once it has encoded the articles. */
async function demoIsThere(page) {
  const suggestion = page.getByRole('heading', { name: 'Suggested resolution' })
  for (;;) {
    await page.goto('/incidents/INC0000300')
    const isThere = await suggestion.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    )
    if (isThere) return
  }
}

async function waitForCharts(page) {
  await page.locator('.recharts-surface path').first().waitFor()
}

async function openGraph(page) {
  await page.getByRole('tab', { name: 'Graph' }).click()
  await page.locator('.react-flow__edge-text').first().waitFor() // drawn after the lines
}

async function tryMapping(page) {
  await page.getByRole('combobox', { name: 'Alert source' }).click()
  await page.getByRole('option', { name: 'Prometheus Alertmanager' }).click()
  await page.getByText('Creates an incident', { exact: true }).first().waitFor()
}

async function askCopilot(page) {
  await page.getByRole('button', { name: 'Copilot' }).click()
  await page.getByRole('button', { name: 'Open P1 incidents' }).click()
  await page.getByRole('log').getByText('hall 2').first().waitFor()
}

async function isReady() {
  const url = `http://localhost:${port}/readyz`
  for (;;) {
    if (service.exitCode !== null) throw new Error('The service did not start')
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function freePort() {
  const server = createServer().listen(0)
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}
