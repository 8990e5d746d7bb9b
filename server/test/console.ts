import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { isSignedIn, openWindow, signIn, type Window } from './browser.ts'
import { eventually } from './eventually.ts'
import { administrator } from './service-client.ts'
import { startSite, type Site } from './site.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run: (context: object, options: object) => Promise<{ violations: Violation[] }>
}

interface Violation {
  id: string
  nodes: { target: unknown[] }[]
}

interface Look {
  hasAxe: boolean
  /** Its texts, and whether a dialog covers it. */
  frame: unknown[]
  scheme: 'light' | 'dark'
  width: number
}

/** The frame is the same on every page and has a third of all elements, so it is checked once per text, colour and width. */
const frameParts = ['.mantine-AppShell-header', '.mantine-AppShell-navbar']

/** What has been checked of the frame, by all files of a worker. */
const checkedFrames = new Set<string>()

/** Once colour changes are over: transitions have colours in between that are not part of the design. */
const lookOfPage = `Promise.allSettled(
  document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished)
).then(() => ({
  hasAxe: 'axe' in globalThis,
  frame: [
    document.querySelector('[aria-modal="true"]') !== null,
    ...[...document.querySelectorAll('${frameParts.join()}')].map((each) => each.textContent),
  ],
  scheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  width: innerWidth,
}))`

const rules = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  ofColours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** Violations of WCAG A and AA in the current colour scheme. */
export const violations = async (page: Page): Promise<string[]> => (await check(page, rules.all)).violations

/** The same, and in the other colours what depends on them. The page keeps those: each change renders everything again. */
export async function violationsInBothColours(page: Page): Promise<string[]> {
  const one = await check(page, rules.all)
  const colorScheme = one.scheme === 'light' ? 'dark' : 'light'
  await page.emulateMedia({ colorScheme })
  // Pages for signing in have no such attribute, only style sheets.
  await page.locator(`html:not([data-mantine-color-scheme="${one.scheme}"])`).waitFor()
  const other = await check(page, rules.ofColours)
  return [one, other].flatMap(({ scheme, violations }) => violations.map((each) => `${scheme}: ${each}`))
}

async function check(page: Page, runOnly: typeof rules.all) {
  const { hasAxe, frame, scheme, width } = await page.evaluate<Look>(lookOfPage)
  if (!hasAxe) await page.evaluate(axe)
  const kinds = [`colours ${scheme}`, ...(runOnly === rules.all ? ['all'] : [])]
  const checks = kinds.map((kind) => JSON.stringify([kind, width, frame]))
  const exclude = checks.every((each) => checkedFrames.has(each)) ? frameParts : []
  const found = await page.evaluate(
    async ({ exclude, ...options }) =>
      (globalThis as never as { axe: Axe }).axe.run({ include: ['html'], exclude }, options),
    // None of the requested rules reads style sheets or frames, and loading them again is slow.
    { exclude, runOnly, resultTypes: ['violations'], preload: false, iframes: false },
  )
  if (found.violations.length === 0) for (const each of checks) checkedFrames.add(each)
  const texts = found.violations.map(
    ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
  return { scheme, violations: texts }
}

/** An expectation of what a page shows once it has rendered; the limit is generous and not part of it. */
export const expectSoon = (look: () => unknown): ReturnType<typeof expect.poll> =>
  // oxlint-disable-next-line vitest/require-awaited-expect-poll -- whoever calls it awaits it
  expect.poll(look, { timeout: 120_000, interval: 50 })

/** Whether the page is wider than the window. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

export interface Console extends Window {
  service: Site
  /** Calls the public API as the administrator's client, to see what the page has done. */
  api: <Body>(method: string, path: string, body?: object) => Promise<{ status: number; body: Body }>
}

/** The service, and a browser that is signed in as its administrator. */
export async function openConsole(env: Record<string, string> = {}): Promise<Console> {
  const service = await startSite(env)
  const window = await openWindow(`http://localhost:${service.port}`)
  await signIn(window.page, administrator.email, administrator.password)
  const token = await service.token()
  const api: Console['api'] = async (method, path, body) => {
    const response = await fetch(`http://localhost:${service.port}/prod/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  return { ...window, service, api }
}

/** Another user with these roles, in a separate browser. */
export async function openAs(console: Console, email: string, roles: string[]): Promise<Page> {
  const password = 'a-password-of-somebody-else'
  const made = await console.api('POST', '/users', { email, password, roles })
  if (made.status !== 201) throw new Error(`No user ${email}: ${made.status}`)
  const { page } = await openWindow(`http://localhost:${console.service.port}`, console)
  await signIn(page, email, password)
  return page
}

/** Loads incidents with their own states and times; nobody is notified, and no page receives an event. */
export async function importIncidents({ service }: Console, records: object[]): Promise<void> {
  const answer = await service.call(await service.token(), '/incidents/import', {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: records.map((record) => JSON.stringify(record)).join('\n'),
  })
  expect(await answer.json()).toMatchObject({ imported: records.length, failed: 0 })
}

/** Reloads a page once the notification about these words is written: it is background work, of which a page learns late. */
export async function reloadWithNotification({ service }: Console, page: Page, words: string): Promise<void> {
  await eventually(async () => {
    const titles = await service.query<{ title: string }>('select title from notifications')
    return titles.some(({ title }) => title.includes(words))
  })
  await page.reload()
  await isSignedIn(page)
}

/** Meanwhile a page learns of no changes by others. It is loaded again, because it has a stream already. */
export async function withoutEvents(page: Page, act: () => Promise<void>): Promise<void> {
  const stream = '**/events/stream'
  const held: Route[] = []
  // Not refused: after a lost connection a page reads everything again.
  await page.route(stream, (route) => void held.push(route))
  await page.reload()
  await isSignedIn(page)
  await act()
  const opened = page.waitForResponse(stream)
  for (const route of held) await route.continue()
  await opened
  await page.unroute(stream)
}
