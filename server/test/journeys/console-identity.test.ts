import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { enterPassword, isSignedIn, openWindow, signIn, visit } from '../browser.ts'
import {
  expectSoon,
  openConsole,
  reloadWithNotification,
  scrollsSideways,
  violationsInBothColours,
  type Console,
} from '../console.ts'
import { eventually } from '../eventually.ts'
import { administrator, serviceClient } from '../service-client.ts'
import type { BusinessCalendar } from '../../../console/src/api/schema.d.ts'
import { day } from '../../src/kernel/durations.ts'
import { parseCsv } from '../../src/modules/incidents/csv.ts'

const timeout = 600_000

let opened: Console
let page: Page
beforeAll(async () => {
  // However slow the machine is, nobody has to sign in again for a sensitive action.
  opened = await openConsole({ REAUTHENTICATION_MINUTES: '1440' })
  page = opened.page
}, timeout)

/** Another browser, of the same or of another user. */
const anotherWindow = async (): Promise<Page> =>
  (await openWindow(`http://localhost:${opened.service.port}`, opened)).page

/** Somebody who was signed in is asked for the password. */
async function isSignedOut(theirs: Page) {
  // Their console may notice it by itself at this moment, and go to the sign-in instead.
  await eventually(() => theirs.goto('/profile').then(() => true))
  await theirs.getByLabel('Password').waitFor()
}

const token = async (form: Record<string, string>) => {
  const response = await fetch(`http://localhost:${opened.service.port}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  const { access_token } = (await response.json()) as { access_token?: string }
  return { status: response.status, access_token }
}

const exchange = (key: string) =>
  token({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token_type: 'urn:mainstay:token-type:api-key',
    subject_token: key,
  })

const asClient = (client_id: string, client_secret: string) =>
  token({ grant_type: 'client_credentials', client_id, client_secret })

const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const secret = async () => (await page.locator('.secret').textContent())!
const main = () => page.getByRole('main')

/** Selects or deselects a role. */
async function toggleRole(name: string) {
  await page.getByRole('combobox', { name: 'Roles' }).press('ArrowDown')
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
}

test('a user creates an API key, uses it like curl, and revokes it', { timeout }, async () => {
  await visit(page, '/profile/keys')
  await main().getByText('No API keys yet').waitFor()
  await page.getByRole('button', { name: 'New API key' }).click()
  await page.getByLabel('Name').fill('laptop')
  await toggleRole('Viewer')
  await toggleRole('Administrator')
  const nextMonth = new Date(Date.now() + 30 * day).toISOString().slice(0, 16)
  await page.getByLabel('Valid until').fill(nextMonth)
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.locator('[role=status]:focus .secret').waitFor()
  const key = await secret()
  await main().getByText('1 key', { exact: true }).waitFor()
  expect(await violationsInBothColours(page)).toEqual([])

  const { status, access_token } = await exchange(key)
  expect(status).toBe(200)
  const profile = await opened.service.call(access_token!, '/profile')
  expect(await profile.json()).toMatchObject({ email: administrator.email, roles: ['viewer'] })
  expect((await opened.service.call(access_token!, '/users')).status).toBe(403)

  await page.goto('/profile/keys')
  await page.getByRole('button', { name: 'Revoke laptop' }).waitFor()
  expect(await page.locator('.secret').count()).toBe(0)
  expect(await main().getByText('Last used: never').count()).toBe(0)
  await page.getByRole('button', { name: 'Revoke laptop' }).click()
  await page.getByRole('dialog').getByText('stop working immediately').waitFor()
  await confirm('Revoke')
  await main().getByText('No API keys yet').waitFor()
  expect((await exchange(key)).status).toBe(400)
})

test('an administrator revokes the key of another user', { timeout }, async () => {
  const { access_token } = await asClient(serviceClient.id, serviceClient.secret)
  const made = await opened.service.call(access_token!, '/profile/api-keys', {
    method: 'POST',
    body: JSON.stringify({ name: 'runner' }),
  })
  const { key } = (await made.json()) as { key: string }
  expect((await exchange(key)).status).toBe(200)

  await visit(page, '/administration/api-keys')
  await page.getByRole('status').getByText('API keys · Administration · Mainstay').waitFor()
  await page.getByLabel('Owner').fill(serviceClient.id)
  await main().getByText('1 key', { exact: true }).waitFor()
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'Revoke runner' }).click()
  await confirm('Revoke')
  await main().getByText('Revoked', { exact: true }).waitFor()
  expect((await exchange(key)).status).toBe(400)
})

test('a user sees their sessions and ends a forgotten one', { timeout }, async () => {
  const other = await anotherWindow()
  await signIn(other, administrator.email, administrator.password)
  await visit(page, '/profile/sessions')
  await main().getByText('2 sessions', { exact: true }).waitFor()
  expect(await main().getByText('This browser').count()).toBe(1)
  expect(await violationsInBothColours(page)).toEqual([])
  const theirs = page.getByRole('listitem').filter({ hasNotText: 'This browser' })
  await theirs.getByRole('button', { name: /^End session Chrome on Linux/ }).click()
  await confirm('End session')
  await main().getByText('1 session', { exact: true }).waitFor()
  await page.locator('main :focus').getByRole('listitem').waitFor() // the pressed button is gone

  await isSignedOut(other)
  await enterPassword(other, administrator.email, administrator.password)
  await visit(other, '/profile/sessions')
  await other.getByRole('button', { name: 'Sign out everywhere' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await other.getByLabel('Password').waitFor()
  await other.context().close()
  await isSignedOut(page)
  await enterPassword(page, administrator.email, administrator.password)
})

test('a code that could not be exchanged is replaced once, and after that by hand', { timeout }, async () => {
  let refusals = 1
  await page.route('**/oauth2/token', (route) =>
    refusals-- > 0 ? route.fulfill({ status: 503, json: { error: 'overloaded' } }) : route.continue(),
  )
  await visit(page, '/profile/sessions')
  await page.reload()
  await main().getByText('1 session', { exact: true }).waitFor()
  expect(refusals).toBeLessThan(0)

  refusals = 2
  await page.reload()
  await page.getByRole('button', { name: 'Try again' }).click()
  await isSignedIn(page)
  await page.unroute('**/oauth2/token')
})

test('notifications are counted at the bell, and read', { timeout }, async () => {
  const { body: users } = await opened.api<{ data: { id: string }[] }>(
    'GET',
    `/users?email=${administrator.email}`,
  )
  await opened.api('PATCH', `/users/${users.data[0]!.id}`, { groups: ['network'] })
  const incident = {
    short_description: 'Mail is down <img src=x>',
    assignment_group: 'network',
    notify_stakeholders: true,
  }
  const { body: made } = await opened.api<{ id: string }>('POST', '/incidents', incident)
  await visit(page, '/profile/notifications')
  await reloadWithNotification(opened, page, 'Mail is down <img src=x>')
  await page.getByRole('button', { name: 'Notifications, 1 new' }).waitFor()
  await main().getByText('Mail is down <img src=x>').first().waitFor()
  await main().getByText('E-mail is not set up on this service').waitFor()
  expect(
    await main()
      .getByRole('radio', { name: /e-mail/ })
      .count(),
  ).toBe(0)
  await main()
    .getByRole('radiogroup', { name: /watch changes/ })
    .getByRole('radio', { name: 'Console', checked: true })
    .waitFor({ state: 'attached' })
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: /^Mark as read:/ }).click()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await main().getByText('New', { exact: true }).waitFor({ state: 'hidden' })
  await main().getByRole('listitem').getByRole('link').click()
  await page.waitForURL(`**/incidents/${made.id}`)
})

test('groups of a user are suggested, written as they are, and filter the list', { timeout }, async () => {
  const create = (email: string, groups: string[]) =>
    opened.api<{ id: string }>('POST', '/users', { email, roles: ['viewer'], groups })
  const other = (await create('ida@example.com', ['Night Shift'])).body
  const { id } = (await create('kai@example.com', [])).body
  await visit(page, `/administration/users/${id}`)
  const groups = page.getByRole('combobox', { name: 'Groups' })
  await groups.fill('night')
  await page.getByRole('option', { name: 'Night Shift' }).waitFor()
  await groups.fill('night shift')
  await groups.press('Enter')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('[data-version="2"]').waitFor()
  expect((await opened.api('GET', `/users/${id}`)).body).toMatchObject({ groups: ['Night Shift'] })
  await visit(page, '/administration/users')
  await page.getByRole('combobox', { name: 'Group' }).click()
  await page.getByRole('option', { name: /Night Shift/ }).click()
  await page.getByText('2 users').waitFor()
  await page.setViewportSize({ width: 1024, height: 800 })
  await expectSoon(() => main().getByRole('columnheader').allInnerTexts()).toEqual([
    'Name',
    'Roles',
    'Status',
    'Groups',
  ])
  await main().getByRole('link', { name: 'kai@example.com' }).waitFor()
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const made of [other.id, id]) await opened.api('DELETE', `/users/${made}`)
})

test(
  'an administrator creates a user, who sees what their roles allow, and changes them',
  { timeout },
  async () => {
    const email = 'grace@example.com'
    const account = async () =>
      (await opened.api<{ data: { id: string }[] }>('GET', `/users?email=${email}`)).body.data[0]
    await visit(page, '/administration')
    await page.getByRole('link', { name: 'New user' }).click()
    await heading('New user')
    await page.getByLabel('E-mail address').fill('no address')
    await page.getByLabel('Name').fill('Grace')
    await toggleRole('Auditor') // nothing else is preselected
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.locator('input[aria-invalid="true"]').waitFor()
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await heading('User created')
    const password = await secret()
    expect(await violationsInBothColours(page)).toEqual([])

    await page.getByRole('button', { name: 'Create another' }).click()
    await heading('New user')
    await page.getByLabel('E-mail address').fill(email)
    await toggleRole('Viewer')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('Another account has this e-mail address.').waitFor()
    expect(await page.getByLabel('E-mail address').getAttribute('aria-invalid')).toBe('true')
    expect(await main().getByRole('alert').allInnerTexts()).toEqual([])
    const { id } = (await account())!
    await visit(page, `/administration/users/${id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Delete Grace?' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()

    const hers = await anotherWindow()
    await signIn(hers, email, password)
    await hers.getByRole('link', { name: 'Administration' }).click()
    await hers.waitForURL('**/administration/audit')
    await hers.getByRole('link', { name: 'Audit log' }).waitFor()
    expect(await hers.getByRole('link', { name: 'Users' }).count()).toBe(0)
    await visit(hers, '/administration/users')
    await hers.getByText("You don't have access to this page").waitFor()

    await heading('Grace')
    await toggleRole('Viewer')
    await toggleRole('Auditor')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('[data-version="2"]').waitFor()
    expect(await account()).toMatchObject({ roles: ['viewer'], active: true, name: 'Grace' })
    await page.getByRole('button', { name: 'Reset password' }).click()
    await confirm('Reset password')
    await page.locator('.secret').waitFor()
    const next = await secret()
    await isSignedOut(hers)
    await enterPassword(hers, email, next)
    await hers.getByRole('link', { name: 'Incidents', exact: true }).waitFor()
    expect(await hers.getByRole('link', { name: 'Administration' }).count()).toBe(0)
    await visit(hers, '/requests/new')
    await hers.getByText("You don't have access to this page").waitFor()
    await hers.context().close()

    await page.locator('[data-version="3"]').waitFor()
    const printer = { short_description: 'Printer jams', assigned_to: email }
    const incident = (await opened.api<{ id: string }>('POST', '/incidents', printer)).body
    await page.getByLabel('Active').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await main().getByText('Deactivated', { exact: true }).waitFor()
    expect(await account()).toMatchObject({ active: false })
    const openWork = page.getByRole('region', { name: 'Open work' })
    await openWork.getByText('Assign it to someone else').waitFor()
    expect(await violationsInBothColours(page)).toEqual([])
    await openWork.getByRole('link', { name: '1 incident' }).click()
    await page.getByRole('link', { name: 'Printer jams' }).waitFor()
    await opened.api('DELETE', `/incidents/${incident.id}`)
    await visit(page, `/administration/users/${id}`)
    await page.getByRole('link', { name: 'Back to list' }).click()
    await main().getByText('2 users', { exact: true }).waitFor()
    expect(await violationsInBothColours(page)).toEqual([])

    await page.getByLabel('Name or e-mail address').fill('adm')
    await main().getByText('1 user', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await main().getByText('2 users', { exact: true }).waitFor()
    expect(await page.getByLabel('Name or e-mail address').inputValue()).toBe('')
    await page.getByLabel('Name or e-mail address').fill('adm')
    await main().getByText('1 user', { exact: true }).waitFor()
    await main().getByRole('table').getByRole('link').click()
    await main().getByRole('link', { name: 'Change password' }).waitFor()
    expect(await page.getByRole('button', { name: 'Reset password' }).count()).toBe(0)
  },
)

test('a user changes their password and signs in with the new one', { timeout }, async () => {
  const user = { email: 'lin@example.com', password: 'a first password of lin', roles: ['viewer'] }
  await opened.api('POST', '/users', user)
  const theirs = await anotherWindow()
  await signIn(theirs, user.email, user.password)
  await theirs.getByRole('button', { name: 'Account menu' }).click()
  await theirs.getByRole('menuitem', { name: 'Profile' }).click()
  await theirs.getByLabel('Current password').fill('not this one')
  await theirs.getByLabel('New password').fill('a second password of lin')
  await theirs.getByRole('button', { name: 'Change password' }).click()
  await theirs.getByText('This is not your current password').first().waitFor()
  expect(await violationsInBothColours(theirs)).toEqual([])
  await theirs.getByLabel('Current password').fill(user.password)
  await theirs.getByLabel('New password').fill('lin@example.com')
  await theirs.getByRole('button', { name: 'Change password' }).click()
  await theirs.getByText('This password is too easy to guess.').first().waitFor()
  await theirs.getByLabel('New password').fill('a second password of lin')
  await theirs.getByRole('button', { name: 'Change password' }).click()
  await theirs.getByRole('status').getByText('Password changed.').waitFor()
  expect(await theirs.getByLabel('E-mail address').inputValue()).toBe(user.email)
  await enterPassword(theirs, user.email, 'a second password of lin')
  await theirs.context().close()
})

test('an administrator sees the sessions of a user and signs them out', { timeout }, async () => {
  const user = { email: 'mo@example.com', name: 'Mo', password: 'a first password of mo', roles: ['viewer'] }
  const { body } = await opened.api<{ id: string }>('POST', '/users', user)
  const theirs = await anotherWindow()
  await signIn(theirs, user.email, user.password)
  await visit(page, `/administration/users/${body.id}`)
  await heading('Sessions')
  await main().getByText('1 session', { exact: true }).waitFor()
  expect(await main().getByText('This browser').count()).toBe(0)
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: /^End session Chrome on Linux/ }).click()
  await confirm('End session')
  await main().getByText('No active sessions').waitFor()
  await isSignedOut(theirs)
  await enterPassword(theirs, user.email, user.password)
  await page.reload()
  await main().getByText('1 session', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await confirm('Sign out everywhere')
  await main().getByText('No active sessions').waitFor()
  await isSignedOut(theirs)
  await theirs.context().close()
})

test('an application gets a secret, and a new one replaces it', { timeout }, async () => {
  await visit(page, '/administration/clients/new')
  await page.getByLabel('Name').fill('deploy bot')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await heading('Application created')
  const first = await secret()
  const { body } = await opened.api<{ data: { id: string; name: string }[] }>('GET', '/clients')
  const { id } = body.data.find(({ name }) => name === 'deploy bot')!
  expect((await asClient(id, first)).status).toBe(200)

  await page.getByRole('link', { name: 'View application' }).click()
  await heading('deploy bot')
  await page.getByRole('button', { name: 'New secret' }).click()
  await confirm('New secret')
  await page.locator('.secret').waitFor()
  expect((await asClient(id, await secret())).status).toBe(200)
  expect((await asClient(id, first)).status).toBe(401)
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete' }).click()
  await confirm('Delete')
  await page.waitForURL('**/administration/clients')
  expect((await opened.api('GET', `/clients/${id}`)).status).toBe(404)
})

test('a manager sets SLA targets and business hours', { timeout }, async () => {
  await visit(page, '/administration/sla')
  await page.getByRole('button', { name: 'New calendar' }).click()
  await page.getByLabel('Name').fill('Office')
  await page.getByLabel('Time zone').fill('Europe/Lisbon')
  const monday = page.getByRole('group', { name: 'Monday' })
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
  for (const name of days) await page.getByRole('checkbox', { name }).uncheck()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('alert').getByText('Open at least one day.').waitFor()
  await page.getByRole('checkbox', { name: 'Monday' }).and(page.locator(':focus')).waitFor()
  for (const name of days) await page.getByRole('checkbox', { name }).check()
  await monday.getByRole('combobox', { name: 'Monday until', exact: true }).fill('12')
  await monday.getByRole('button', { name: 'Add hours' }).click()
  await monday.getByRole('combobox', { name: 'Monday from (2)' }).and(page.locator(':focus')).waitFor()
  expect(await monday.getByRole('alert').count()).toBe(0) // nothing is typed yet
  await monday.getByRole('button', { name: 'Remove hours 2' }).click()
  await monday.getByRole('button', { name: 'Add hours' }).and(page.locator(':focus')).press('Enter')
  await monday.getByRole('combobox', { name: 'Monday from (2)' }).fill('11:00')
  await monday.getByRole('combobox', { name: 'Monday until (2)' }).fill('18:00')
  await page.getByLabel('Name').focus()
  await monday.getByRole('alert').getByText('Each span').waitFor()
  await monday.getByRole('combobox', { name: 'Monday from (2)' }).fill('13:00')
  await page.getByRole('button', { name: 'Copy to Tue–Fri' }).click()
  await page.getByRole('checkbox', { name: 'Friday' }).uncheck()
  await page.getByRole('group', { name: 'Friday' }).getByText('Closed').waitFor()
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await main().getByText('1 calendar', { exact: true }).waitFor()
  await page.getByRole('region', { name: 'Calendars' }).locator(':focus').waitFor()
  await page.getByLabel('Resolve P1 within').fill('1 h 30 min')
  await page.getByLabel('Calendar for P1').first().click()
  await page.getByRole('option', { name: 'Office' }).click()
  await page.getByRole('button', { name: 'Save P1' }).click()
  await page.getByText('P1 saved.').waitFor()
  const { body } = await opened.api<{ data: object[] }>('GET', '/sla/policies')
  const calendars = await opened.api<{ data: BusinessCalendar[] }>('GET', '/sla/calendars')
  expect(calendars.body.data).toMatchObject([
    {
      name: 'Office',
      time_zone: 'Europe/Lisbon',
      hours: {
        mon: [
          ['09:00', '12:00'],
          ['13:00', '18:00'],
        ],
        tue: [
          ['09:00', '12:00'],
          ['13:00', '18:00'],
        ],
        fri: [],
      },
    },
  ])
  const [office] = calendars.body.data
  expect(body.data[0]).toMatchObject({ target_minutes: 90, calendar_id: office!.id })

  // What is typed stays when someone else was faster, and their other changes stay, too.
  await page.getByRole('button', { name: 'Edit Office' }).click()
  await page.getByLabel('Name').fill('Office hours')
  const { hours, time_zone } = office!
  const editElsewhere = (name: string, holidays: string[]) =>
    opened.api('PUT', `/sla/calendars/${office!.id}`, { name, hours, time_zone, holidays })
  await editElsewhere('Bureau', ['2027-01-01'])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Someone else edited this').waitFor()
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await page.getByRole('button', { name: 'Edit Office hours' }).click()
  expect(await opened.api('GET', '/sla/calendars')).toMatchObject({
    body: { data: [{ name: 'Office hours', holidays: ['2027-01-01'] }] },
  })

  // What they changed elsewhere is no conflict. While it is saved, nothing can be typed.
  await page.route(
    '**/sla/calendars/*',
    async (route) => {
      await page.getByLabel('Name').and(page.locator(':disabled')).waitFor()
      await route.continue()
    },
    { times: 1 },
  )
  await page.getByLabel('Name').fill('Office times')
  await editElsewhere('Office hours', ['2027-12-25'])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit Office times' }).waitFor()
  expect(await opened.api('GET', '/sla/calendars')).toMatchObject({
    body: { data: [{ name: 'Office times', holidays: ['2027-12-25'] }] },
  })
})

test('the audit log is searched, and its chain verified', { timeout }, async () => {
  await visit(page, '/administration/audit')
  await page.getByLabel('Record type').fill('user')
  await page.getByLabel('Action').fill('updated') // at once
  await page.waitForURL(/action=updated/)
  await page.waitForURL(/subject_type=user/)
  const { body } = await opened.api<{ total: number }>('GET', '/audit?subject_type=user&action=updated')
  await main()
    .getByText(`${body.total} ${body.total === 1 ? 'entry' : 'entries'}`, { exact: true })
    .waitFor()
  await main().getByText('auditor → viewer').waitFor()
  const actionIs = (name: string, hasText: string) =>
    main().locator(`[title="${name}"]`, { hasText }).first().waitFor()
  await actionIs('updated', 'Updated')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const saved = parseCsv(readFileSync(await (await saving).path(), 'utf8').replace('\ufeff', ''))
  expect(saved).toHaveLength(body.total)
  expect(saved.every(({ subject_type, action }) => subject_type === 'user' && action === 'updated')).toBe(
    true,
  )
  const verify = page.getByRole('button', { name: 'Verify integrity' })
  await page.route('**/audit/verify*', (route) => route.fulfill({ status: 502 }), { times: 1 })
  await verify.click()
  await main().getByRole('alert').getByText('interrupted').waitFor() // once the service can be reached again
  let parts = 0
  await page.route('**/audit/verify*', (route) => {
    parts++
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '5') // instead of 500,000
    return route.continue({ url: url.href })
  })
  await verify.click()
  await main().getByText('Integrity verified').waitFor()
  await page.unroute('**/audit/verify*')
  expect(parts).toBeGreaterThan(1)
  await main()
    .getByText(/sealed entries were checked/)
    .waitFor()
  await main()
    .getByText(
      /^[\d,]+ entries are sealed\. \d+ newer entr(y is|ies are) not sealed yet and (was|were) not checked\.$|^All [\d,]+ entries are sealed\.$/,
    )
    .waitFor()
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByLabel('Record type').fill('')
  await page.waitForURL((url) => !url.searchParams.has('subject_type'))
  await page.getByLabel('Action').fill('Signed in')
  await page.waitForURL(/action=signed_in/)
  await main()
    .getByText(/^IP address: (127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)/)
    .first()
    .waitFor()
  await actionIs('signed_in', 'Signed in')
  expect(await main().getByText('signed_in', { exact: true }).count()).toBe(0)
  await page.context().setOffline(true)
  await expectSoon(() => verify.isDisabled()).toBe(true) // it could do nothing
  await page.context().setOffline(false)
  await expectSoon(() => verify.isDisabled()).toBe(false)
})

test('the health of the service is shown with advice, as it is now', { timeout }, async () => {
  await visit(page, '/administration/health')
  const queue = main()
    .getByRole('listitem')
    .filter({ hasText: /jobs? waiting/ })
  await queue.getByText('OK', { exact: true }).waitFor()
  await opened.service.query("insert into jobs (type, dead_at) values ('gone', now())")
  await page.getByRole('button', { name: 'Check again' }).click()
  await queue.getByText('Warning', { exact: true }).waitFor()
  await queue.getByText('mainstay_jobs_dead').waitFor()
  expect(await violationsInBothColours(page)).toEqual([])
})

test(
  'a file of incidents is imported, and what the service was started with is shown',
  { timeout },
  async () => {
    await visit(page, '/administration/imports')
    const lines = ['short_description,priority', 'Imported from a file,P3', ',P4']
    const file = { name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
    await main().locator('input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: 'Import old.csv' }).click()
    await main().getByText('1 incident imported').waitFor()
    await main().getByText('1 record failed. Correct and import only those again.').waitFor()
    await main()
      .getByText(/^Record 2: short_description/)
      .waitFor()
    expect(await violationsInBothColours(page)).toEqual([])

    await visit(page, '/administration/identity-provider')
    await main().getByText('People sign in with a password.').waitFor()
    await visit(page, '/administration/settings')
    await page.getByLabel('Name or description').fill('BOOTSTRAP_CLIENT_SECRET')
    await main().getByText('1 setting', { exact: true }).waitFor()
    await main().getByText('Set, not shown').waitFor()
    expect(await violationsInBothColours(page)).toEqual([])
  },
)

test('every page fits on a phone', { timeout }, async () => {
  await page.setViewportSize({ width: 400, height: 800 })
  await page.reload() // others have changed what is in the lists
  await isSignedIn(page)
  for (const [address, text] of [
    ['/profile', 'Your account'],
    ['/profile/keys', 'No API keys yet'],
    ['/profile/sessions', 'This browser'],
    ['/profile/notifications', 'Mail is down'],
    ['/administration/users', '4 users'],
    ['/administration/clients', 'process-test'],
    ['/administration/sla', 'Office'],
    ['/administration/audit', 'entries'],
    ['/administration/api-keys', 'Revoked'],
    ['/administration/keys', 'Current'],
    ['/administration/identity-provider', 'Redirect URI'],
    ['/administration/settings', 'BASE_URL'],
    ['/administration/imports', 'Import incidents'],
    ['/administration/health', 'Database'],
    ['/administration/demo', 'No demo data loaded.'],
  ] as const) {
    await visit(page, address)
    await main().getByText(text).first().waitFor()
    await expectSoon(async () => [address, await scrollsSideways(page)]).toEqual([address, false])
  }
  expect(await violationsInBothColours(page)).toEqual([])
  const name = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)
  const long = { email: 'wolfe@example.com', name, roles: ['viewer'] }
  const { id } = (await opened.api<{ id: string }>('POST', '/users', long)).body
  await visit(page, `/administration/users/${id}`)
  await main().getByText('No open incidents, requests or changes').waitFor()
  await expectSoon(() => scrollsSideways(page)).toBe(false)
  await opened.api('DELETE', `/users/${id}`)
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('a signing key is rotated, and demo data is loaded on request', { timeout }, async () => {
  await visit(page, '/administration/keys')
  await main().getByText('1 key', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Rotate key' }).click()
  await confirm('Rotate key')
  await main().getByText('2 keys', { exact: true }).waitFor()
  expect(await main().getByText('Current', { exact: true }).count()).toBe(1)
  expect(await violationsInBothColours(page)).toEqual([])

  await visit(page, '/administration/demo')
  await main().getByText('No demo data loaded.').waitFor()
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'Load demo data' }).click()
  await confirm('Load demo data')
  await main()
    .getByText(/^(Loading demo data|Demo data loaded)/)
    .waitFor()
})

test('no page has violated its policy or called another host', () => {
  expect(opened.complaints).toEqual([])
  expect(opened.strangers).toEqual([])
})
