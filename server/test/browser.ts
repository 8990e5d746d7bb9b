import { createHash, randomBytes } from 'node:crypto'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { closeAtEnd } from './cleanup.ts'
import { runFolder } from './folders.ts'

/** Debian's chromium without a user interface, which the set-up of the tests installs. */
const options = {
  executablePath: '/usr/bin/chromium-headless-shell',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A page of a test lives for seconds: compiling its code a second and a third time does not pay.
    '--js-flags=--no-turbofan --no-maglev',
  ],
  timeout: 120_000,
}

/** One for all files of a worker, because it starts slowly; its windows are isolated from each other. */
let browser: Promise<Browser> | undefined

const openBrowser = (): Promise<Browser> =>
  (browser ??= chromium.launch({ ...options, env: { ...process.env, HOME: runFolder() } as never }))

export interface Window {
  page: Page
  /** Errors of scripts, and violations of the Content-Security-Policy. */
  complaints: string[]
  /** Hosts that it has called, other than the service. */
  strangers: string[]
}

/** How long the console waits for an answer is no measure here: on a busy machine the service looks unreachable. */
const patience =
  '{ const { timeout } = AbortSignal; AbortSignal.timeout = (ms) => timeout.call(AbortSignal, 10 * ms) }'

/** The address of the service that a window shows. */
const services = new WeakMap<BrowserContext, string>()

/**
 * A window with its own profile, closed at the end of the test file: an open page would go on calling a service that is
 * gone. What it complains about is added to that of `others`.
 */
export async function openWindow(url: string, others?: Omit<Window, 'page'>): Promise<Window> {
  const browser = await openBrowser()
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 900 },
    // Transitions have colours in between that are not part of the design.
    reducedMotion: 'reduce',
  })
  services.set(context, url)
  closeAtEnd(() => context.close())
  context.setDefaultTimeout(120_000)
  await context.addInitScript(patience)
  const page = await context.newPage()
  const { complaints, strangers } = others ?? { complaints: [], strangers: [] }
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text())
  })
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(url).origin) strangers.push(origin)
  })
  return { page, complaints, strangers }
}

/** Signs in as the console does, without loading it first only to be redirected. Ends on a page that renders fast. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  const [state, verifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
  const query = new URLSearchParams({
    client_id: 'console',
    redirect_uri: `${services.get(page.context())}/signed-in`,
    response_type: 'code',
    scope: 'openid api',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  await page.goto(`/oauth2/authorize?${query.toString()}`)
  const pending = JSON.stringify({ state, verifier, back: '/profile' })
  await page.evaluate(`sessionStorage.setItem('sign-in', ${JSON.stringify(pending)})`)
  await enterPassword(page, email, password)
}

/** On the sign-in page. */
export async function enterPassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await isSignedIn(page)
}

/** Once the user is known: a page that was loaded is shown before that, and then left for the sign-in. */
export const isSignedIn = (page: Page): Promise<void> =>
  page.locator('[aria-label="Account menu"][title]').waitFor()

/** By the account menu, up to the page that asks for confirmation. */
export async function chooseSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

/** The part of the console's router that `visit` uses; the router puts itself on the window. */
interface Router {
  history: { push(path: string, state?: object, options?: { ignoreBlocker: boolean }): void }
  subscribe(event: 'onRendered', listener: () => void): () => void
}

/**
 * Opens another page of the console as a link in it does, without loading everything again. It waits until that page is
 * rendered, because the previous page often has fields and buttons with the same names. Nothing is asked about unsaved input.
 */
export const visit = (page: Page, path: string): Promise<void> =>
  page.evaluate(
    (target) =>
      new Promise<void>((resolve) => {
        const router = (globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__
        const stop = router.subscribe('onRendered', () => {
          stop()
          resolve()
        })
        router.history.push(target, {}, { ignoreBlocker: true })
      }),
    path,
  )
