import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { minute } from '../../src/kernel/durations.ts'
import { chooseSignOut, isSignedIn, openWindow, visit } from '../browser.ts'
import {
  expectSoon,
  openAs,
  openConsole,
  scrollsSideways,
  violationsInBothColours,
  type Console,
} from '../console.ts'
import { codeOf } from '../identity/second-factor.ts'
import { administrator } from '../service-client.ts'

const timeout = 600_000
const email = 'ada@example.com'
const password = 'a-password-of-somebody-else'

let opened: Console
/** Her page, with an authenticator in the device. */
let page: Page
let secret: string
let codes: string[]
beforeAll(async () => {
  opened = await openConsole()
  page = await openAs(opened, email, ['itsm_agent'])
  await addAuthenticator(page)
}, timeout)

/** A device with passkeys that verifies its user immediately. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const main = () => page.getByRole('main')
const heading = (name: string, on = page) => on.getByRole('heading', { name, exact: true }).waitFor()
const press = (name: string, on = page) => on.getByRole('button', { name, exact: true }).click()

async function signOut() {
  await chooseSignOut(page)
  await heading('Sign out')
  await press('Sign out')
  await page.getByLabel('Password').waitFor()
}

async function enterPassword(on = page) {
  await on.getByLabel('E-mail address').fill(email)
  await on.getByLabel('Password').fill(password)
  await press('Sign in', on)
}

test('a user adds an authenticator app and saves the recovery codes', { timeout }, async () => {
  await visit(page, '/profile/two-factor')
  await main().getByText('No second factor yet').waitFor()
  await press('Add authenticator app')
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  secret = (await page.locator('.secret').textContent())!
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByLabel('Code from the app').fill(codeOf(secret, 20))
  await press('Add app')
  await main().getByText('The code is not correct').first().waitFor() // at its field
  await page.getByRole('textbox', { name: 'Name' }).fill('Phone')
  await page.getByLabel('Code from the app').fill(codeOf(secret))
  await press('Add app')
  await main().getByText('Save your recovery codes').waitFor()
  codes = await page.locator('.recovery-code').allTextContents()
  expect(codes).toHaveLength(10)
  const saving = page.waitForEvent('download')
  await press('Download')
  expect(readFileSync(await (await saving).path(), 'utf8')).toBe(`${codes.join('\n')}\n`)
  expect(await violationsInBothColours(page)).toEqual([])
  await press('I have saved the codes')
  await main().getByText('10 codes left').waitFor()
  await expectSoon(() => page.locator('.recovery-code').count()).toBe(0)
})

test('a user adds a passkey and renames it', { timeout }, async () => {
  await press('Add passkey')
  await press('Create passkey')
  await main().getByText('2 second factors').waitFor()
  await press('Rename Passkey')
  await page.getByRole('textbox', { name: 'Name' }).fill('Laptop')
  await press('Save')
  await page.getByRole('button', { name: 'Remove Laptop' }).waitFor()
  expect(await violationsInBothColours(page)).toEqual([])
  await page.setViewportSize({ width: 400, height: 800 })
  await expectSoon(() => scrollsSideways(page)).toBe(false)
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('password and app code sign in', { timeout }, async () => {
  await signOut()
  await enterPassword()
  await heading('Two-factor authentication')
  await page.getByRole('link', { name: 'Use a code from your authenticator app' }).click()
  await page.getByLabel('Code from your authenticator app').fill(codeOf(secret, 20))
  await press('Continue')
  await page.getByRole('alert').getByText('The code is not correct').waitFor()
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByLabel('Code from your authenticator app').fill(codeOf(secret, 1))
  await press('Continue')
  await isSignedIn(page)
})

test('password and passkey sign in', { timeout }, async () => {
  await signOut()
  await enterPassword()
  await heading('Two-factor authentication')
  expect(await violationsInBothColours(page)).toEqual([])
  await press('Continue with a passkey')
  await isSignedIn(page)
})

test('the passkey alone signs in', { timeout }, async () => {
  await signOut()
  await page.getByRole('link', { name: 'Use a passkey' }).click()
  await heading('Sign in with a passkey')
  expect(await violationsInBothColours(page)).toEqual([])
  await press('Continue with a passkey')
  await isSignedIn(page)
})

/** Longer than a sign-in counts as recent. */
const later = 20 * minute

test(
  'a sensitive action asks for a new sign-in, and then continues without losing input',
  { timeout },
  async () => {
    await visit(page, '/profile/keys')
    opened.service.advanceClock(later)
    await press('New API key')
    await page.getByRole('textbox', { name: 'Name' }).fill('laptop')
    await press('Create')
    const dialog = page.getByRole('dialog', { name: 'Confirm access' })
    await dialog.waitFor()
    expect(await violationsInBothColours(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await main().getByRole('alert').getByText('Sign in again').waitFor()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('laptop')

    await press('Create')
    const popup = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'Sign in again' }).click()
    const window = await popup
    opened.service.advanceClock(-later) // the sign-in that follows is recent
    expect(await window.getByLabel('E-mail address').inputValue()).toBe(email)
    await enterPassword(window)
    await window.getByRole('link', { name: 'Use a recovery code' }).click()
    await window.getByLabel('Recovery code').fill(codes[0]!)
    await press('Continue', window)
    await page.locator('.secret').waitFor()
    await expectSoon(() => dialog.count()).toBe(0)
    await main().getByText('1 key', { exact: true }).waitFor()
    await expectSoon(() => window.isClosed()).toBe(true)
  },
)

test(
  'an administrator sees the second factor and resets it, after signing in again',
  { timeout },
  async () => {
    const { body } = await opened.api<{ data: { id: string }[] }>('GET', `/users?email=${email}`)
    const theirs = opened.page
    await visit(theirs, `/administration/users/${body.data[0]!.id}`)
    await theirs.getByText('9 codes left').waitFor()
    expect(await violationsInBothColours(theirs)).toEqual([])
    opened.service.advanceClock(later)
    await press('Reset', theirs)
    await theirs.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
    const popup = theirs.waitForEvent('popup')
    await theirs.getByRole('button', { name: 'Sign in again' }).click()
    const window = await popup
    opened.service.advanceClock(-later)
    await window.getByLabel('Password').fill(administrator.password)
    await press('Sign in', window)
    await theirs.getByText('Off', { exact: true }).waitFor()

    await visit(page, '/profile/notifications')
    await main().getByText('Your second factors were reset').waitFor()
    await signOut()
    await enterPassword()
    await isSignedIn(page)
  },
)

test('a user whose role requires it sets up a second factor while signing in', { timeout }, async () => {
  await opened.service.restart({ MFA_REQUIRED_ROLES: 'auditor' })
  const auditor = { email: 'lin@example.com', password: 'a password of an auditor' }
  await opened.api('POST', '/users', { ...auditor, roles: ['auditor'] })
  const { page: theirs } = await openWindow(`http://localhost:${opened.service.port}`, opened)
  await addAuthenticator(theirs)
  await theirs.goto('/')
  await theirs.getByLabel('E-mail address').fill(auditor.email)
  await theirs.getByLabel('Password').fill(auditor.password)
  await press('Sign in', theirs)
  await heading('Set up two-factor authentication', theirs)
  expect(await violationsInBothColours(theirs)).toEqual([])
  await press('Create a passkey', theirs)
  await heading('Save your recovery codes', theirs)
  expect(await violationsInBothColours(theirs)).toEqual([])
  await press('I have saved the codes', theirs)
  await isSignedIn(theirs)
  await visit(theirs, '/profile/two-factor')
  await theirs.getByText('Your roles require a second factor.').waitFor()
  await press('Remove Passkey', theirs)
  await theirs.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await theirs.getByText('add another one before you remove this one').waitFor()
})

test('no page has violated its policy or called another host', () => {
  expect(opened.complaints).toEqual([])
  expect(opened.strangers).toEqual([])
})
