import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { openWindow, signIn, type Window } from './browser.ts'
import { administrator } from './service-client.ts'
import { startSite, type Site } from './site.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  nodes: { target: unknown[] }[]
}

interface AxeWindow {
  axe: { run: (context: object, options: object) => Promise<object> }
  document: { documentElement: { dataset: Record<string, string> } }
  innerWidth: number
  /** Colours and widths in which this page's frame has been checked. */
  knownFrames?: Set<string>
}

/** The frame is the same on every page and has a third of all elements, so it is checked once per colour and width. */
const frame = ['.mantine-AppShell-header', '.mantine-AppShell-navbar']

/** Transitions have colours in between that are not part of the design. */
const colourChangesEnd = `Promise.allSettled(
  document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished))`

const rules = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  ofColours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** Violations of WCAG A and AA in the current colour scheme. */
export async function violations(page: Page, runOnly = rules.all): Promise<string[]> {
  await page.evaluate(colourChangesEnd)
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(axe)
  const found = await page.evaluate(
    async ({ frame, ...options }) => {
      const { axe, document, innerWidth, knownFrames = new Set() } = globalThis as never as AxeWindow
      const look = `${document.documentElement.dataset.mantineColorScheme} ${innerWidth}`
      const context = knownFrames.has(look) ? { exclude: frame } : document
      Object.assign(globalThis, { knownFrames: knownFrames.add(look) })
      return axe.run(context, options)
    },
    // None of the requested rules reads style sheets or frames, and loading them again is slow.
    { frame, runOnly, resultTypes: ['violations'], preload: false, iframes: false },
  )
  return (found as { violations: Violation[] }).violations.map(
    ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

/** The same in light colours, and in dark ones what depends on them. */
export async function violationsInBothColours(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [colorScheme, which] of [
    ['dark', rules.ofColours],
    ['light', rules.all],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
    for (const violation of await violations(page, which)) found.push(`${colorScheme}: ${violation}`)
  }
  return found
}

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
  const baseURL = `http://localhost:${console.service.port}`
  const browser = console.page.context().browser()!
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  page.on('pageerror', (error) => console.complaints.push(error.message))
  await signIn(page, email, password)
  return page
}
