import { readFileSync } from 'node:fs'
import type { Frame, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { isSignedIn, visit } from '../browser.ts'
import { openConsole, type Console } from '../console.ts'
import { crossSiteScripts } from '../cross-site-scripts.ts'
import { eventually } from '../eventually.ts'
import { openForeignSite } from '../foreign-site.ts'
import { portions, isExhausted } from '../hostile-texts.ts'
import type { HostilePage } from '../hostile-kinds.ts'
import { storeCorpus } from '../hostile-records.ts'

let opened: Console
let pages: HostilePage[]
const dialogs: string[] = []
beforeAll(async () => {
  opened = await openConsole()
  opened.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  pages = await storeCorpus(opened)
}, 600_000)

/** Everything in the page that could run scripts, link to another site or load from there. */
const dangersOf = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
  const found = []
  const dangerous = /^(script|iframe|object|embed|base|frame|video|audio|img|image|math|marquee)$/i
  const leading = /^(?:xlink:)?(?:href|src|action|formaction|srcdoc|data|to|values)$/i
  for (const element of document.querySelectorAll('body *')) {
    const isOurs = element.tagName === 'SCRIPT' && element.src.startsWith(location.origin)
    if (dangerous.test(element.tagName) && !isOurs) found.push(element.outerHTML.slice(0, 200))
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) found.push(element.outerHTML.slice(0, 200))
      if (leading.test(name) && !['http:', 'https:', 'mailto:'].includes(new URL(value, location.href).protocol))
        found.push(element.outerHTML.slice(0, 200))
    }
  }
  if ('executed' in window || document.title === 'executed') found.push('executed')
  return found
})()`)

/** Every route of the public API that writes, except the one that other systems call without a token. */
function changes(): { method: string; address: string }[] {
  const text = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { security?: unknown[] }>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, { security }]) => /^(post|put|patch|delete)$/.test(method) && security?.length !== 0)
      .map(([method]) => ({
        method: method.toUpperCase(),
        address: path.replaceAll(/\{\w+\}/g, 'X0000001'),
      })),
  )
}

test('the corpus is large, in short and in long texts', () => {
  expect(new Set(crossSiteScripts).size).toBeGreaterThanOrEqual(500)
  expect(isExhausted()).toBe(true)
})

test('stored user text runs no script on any page', { timeout: 600_000 }, async () => {
  const { page, complaints, strangers } = opened
  // Tall, so that lists show all of the rows that they keep in memory.
  await page.setViewportSize({ width: 1280, height: 9000 })
  for (const { address, shows } of pages) {
    await visit(page, address)
    for (const part of shows) await page.locator(part).first().waitFor({ state: 'attached' })
    expect([address, await dangersOf(page), dialogs, complaints, strangers]).toEqual([
      address,
      [],
      [],
      [],
      [],
    ])
  }
})

test('an AI answer that quotes scripts runs none of them', { timeout: 600_000 }, async () => {
  const { page, api, complaints, strangers } = opened
  const question = 'How do I calibrate the quantum printer?'
  const steps = portions(40)[0]!
    .split('\n\n')
    .map((script) => `- Calibrate the quantum printer: ${script}`)
  await api('POST', '/knowledge/articles', {
    title: 'Calibrate the quantum printer',
    body: `To calibrate the quantum printer, press <img src=x onerror=alert(1)> twice.\n\n${steps.join('\n')}`,
    state: 'published',
  })
  await eventually(
    async () => (await api<{ covered: boolean }>('POST', '/ai/ask', { question })).body.covered,
  )
  await visit(page, '/knowledge')
  await page.getByLabel('Ask the knowledge base').fill(question)
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByRole('region', { name: 'Answer' }).getByText('quantum printer').first().waitFor()
  expect([await dangersOf(page), dialogs, complaints, strangers]).toEqual([[], [], [], []])
})

test('neither the results nor the questions of the copilot run scripts', { timeout: 600_000 }, async () => {
  const { page, complaints, strangers } = opened
  await visit(page, '/incidents')
  await page.getByRole('button', { name: 'Copilot', exact: true }).click()
  const [talk, question] = [page.getByRole('log'), page.getByLabel('Your question')]
  for (const asked of ['Open incidents', '<img src=x onerror=alert(1)> [here](javascript:alert(1))']) {
    await question.fill(asked)
    await question.press('Enter')
    await talk.getByText(asked).first().waitFor()
    await page.getByRole('button', { name: 'Ask', exact: true }).waitFor() // it has answered
  }
  await talk.getByText('From outside').first().waitFor()
  expect([await dangersOf(page), dialogs, complaints, strangers]).toEqual([[], [], [], []])
})

test('no script can read the credentials of a session', { timeout: 600_000 }, async () => {
  const { page } = opened
  const kept = '[JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie].join()'
  const text = await page.evaluate<string>(kept)
  expect(text).not.toMatch(/eyJ|token|[\w-]{40}/)
  const cookies = await page.context().cookies()
  expect(cookies.length).toBeGreaterThan(0)
  for (const { name, httpOnly, sameSite } of cookies)
    expect([name, httpOnly, ['Lax', 'Strict'].includes(sameSite)]).toEqual([name, true, true])
})

/** Every page, and every error response to a browser. */
const addresses = [
  '/',
  '/incidents',
  '/knowledge/KB0000001/edit',
  '/signed-in',
  '/login/made-up',
  '/logout',
  '/logout/success',
  '/oauth2/authorize?client_id=unknown',
  '/oauth2/authorize?client_id=console&redirect_uri=https://evil.example/',
  '/nothing-here',
  '/prod/api/v1/incidents',
]

test('every response has headers against framing, sniffing and referrer leaks', async () => {
  const { service } = opened
  for (const address of addresses) {
    const { headers } = await fetch(`${service.url}${address}`, { redirect: 'manual' })
    const policy = headers.get('content-security-policy') ?? ''
    expect([address, policy]).toEqual([address, expect.stringContaining("default-src 'none'")])
    expect([address, policy]).toEqual([address, expect.stringContaining("frame-ancestors 'none'")])
    expect([address, policy]).toEqual([
      address,
      expect.not.stringMatching(/unsafe|\*|https?:\/\/(?!localhost)/),
    ])
    expect([address, Object.fromEntries(headers)]).toEqual([
      address,
      expect.objectContaining({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      }),
    ])
  }
})

test(
  'the session cookie alone changes nothing: every write needs a token',
  { timeout: 600_000 },
  async () => {
    const { page, service } = opened
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const accepted: string[] = []
    let asked = 0
    for (const { method, address } of changes())
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
        const headers = { cookie, origin: 'https://evil.example', 'content-type': type }
        const { status } = await fetch(service.url + address, { method, headers, body: '{}' })
        asked++
        if (status !== 401) accepted.push(`${method} ${address} as ${type}: ${status}`)
      }
    expect(asked).toBeGreaterThan(200)
    expect(accepted).toEqual([])
  },
)

test('another site can neither frame the console nor act for the user', { timeout: 600_000 }, async () => {
  const { page, service, api } = opened
  const ours = `http://localhost:${service.port}`
  const count = async () => (await api<{ total: number }>('GET', '/incidents?limit=1')).body.total
  const before = await count()
  const form = (address: string, fields: string) =>
    `<iframe name="f${address.length}"></iframe><form method="post" action="${ours}${address}" target="f${address.length}">${fields}</form>`
  const foreign = await openForeignSite(`
    <iframe id="framed" src="${ours}/incidents"></iframe>
    ${form('/logout/confirm', '<input name="logout" value="yes"><input name="xsrf" value="guessed">')}
    ${form('/prod/api/v1/incidents', '<input name="short_description" value="forged">')}
    ${form('/login/made-up', '<input name="email" value="eve@example.com"><input name="password" value="x">')}
    <script>
      for (const form of document.forms) form.submit()
      const options = { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"short_description":"forged"}' }
      const sent = fetch('${ours}/prod/api/v1/incidents', options)
      const asked = fetch('${ours}/prod/api/v1/incidents', { credentials: 'include' }).then((r) => r.text())
      Promise.allSettled([sent, asked]).then(([, read]) => (document.title = 'done ' + read.status))
    </script>`)
  const answers = new Set<string>()
  page.on('response', (response) => answers.add(new URL(response.url()).pathname))
  await page.goto(foreign)
  // API responses are not readable by scripts of other sites.
  await page.waitForFunction(`document.title === 'done rejected'`)
  await eventually(() => answers.has('/logout/confirm') && answers.has('/login/made-up'))
  const isRefused = (frame: Frame) => frame.url().startsWith('chrome-error:')
  await eventually(() => page.frames().length === 5 && page.frames().slice(1).every(isRefused))
  for (const frame of page.frames().slice(1))
    expect(await frame.evaluate<number>('document.querySelectorAll("#root, form, button").length')).toBe(0)

  expect(await count()).toBe(before)
  await page.goto(`${ours}/incidents`)
  await isSignedIn(page) // still, and as the same user
  await page.getByTitle('Administrator').waitFor()
})
