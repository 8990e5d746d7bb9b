import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Incident } from '../../../console/src/api/schema.d.ts'
import { signIn, visit } from '../browser.ts'
import { clicksFor } from '../clicks.ts'
import {
  expectSoon,
  openConsole,
  scrollsSideways,
  violationsInBothColours,
  type Console,
} from '../console.ts'
import { isAtRest } from '../layout-shifts.ts'
import { splitHeaders } from '../split-headers.ts'
import { administrator } from '../service-client.ts'

let console: Console
let page: Page
beforeAll(async () => {
  console = await openConsole()
  page = console.page
  await page.setViewportSize({ width: 1440, height: 900 })
  await console.api('POST', '/users', {
    email: 'grace@example.com',
    name: 'Grace Hopper',
    roles: ['itsm_agent'],
    groups: ['network'],
  })
}, 600_000)

const slow = { timeout: 600_000 }

const make = async (path: string, body: object): Promise<string> =>
  (await console.api<{ id: string }>('POST', path, body)).body.id
const open = (fields: object = {}) =>
  make('/incidents', { short_description: 'Hall 2 is offline', ...fields })
const now = async (id: string) => (await console.api<Incident>('GET', `/incidents/${id}`)).body
const notesOf = async (path: string) =>
  (await console.api<{ data: { body: string }[] }>('GET', `${path}/notes`)).body.data.map(({ body }) => body)

const noteField = () => page.getByLabel('Note', { exact: true })
const field = (label: string) => page.getByRole('button', { name: new RegExp(`^${label}: .*Edit$`) })

async function show(path: string): Promise<void> {
  await visit(page, path)
  await page.getByText('created it').waitFor()
}

test('everything that matters fits on a screen of 1440 by 900', slow, async () => {
  const ci_id = await make('/cmdb/cis', { name: 'sw-core-hall-2', class: 'network' })
  await make('/cmdb/cis', {
    name: 'packing',
    class: 'service',
    relationships: [{ type: 'depends_on', ci_id }],
  })
  const id = await open({
    ci_id,
    assignment_group: 'network',
    description: 'No link since noon. '.repeat(80),
  })
  await show(`/incidents/${id}`)
  await page.getByText('1 item depends on it: service (1)').waitFor()
  for (const part of [
    field('Priority'),
    page.getByRole('button', { name: 'State: New. Change' }),
    field('Group'),
    field('Assigned to'),
    page.getByRole('button', { name: /^Due .+ left\)\. Explain the SLA$/ }),
    page.getByRole('button', { name: 'Start work' }),
    field('Category'),
    page.getByRole('link', { name: 'packing' }),
    page.getByRole('heading', { name: 'Activity' }),
    page.getByText('created it'),
    noteField(),
    page.getByRole('button', { name: 'Add note' }),
  ]) {
    await part.waitFor()
    await expectSoon(async () => {
      const { y, height } = (await part.boundingBox())!
      return [part.toString(), y + height <= 900]
    }).toEqual([part.toString(), true])
  }
  const line = [field('Priority'), field('Assigned to'), page.getByRole('button', { name: 'Start work' })]
  await expectSoon(async () => {
    const boxes = await Promise.all(line.map((part) => part.boundingBox()))
    return new Set(boxes.map((box) => Math.round((box!.y + box!.height / 2) / 12))).size
  }).toBe(1)
  expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
  expect(await violationsInBothColours(page)).toEqual([])
})

test('triage takes two clicks, assigning two, a note one, and resolving two', slow, async () => {
  const id = await open()
  await show(`/incidents/${id}`)
  const triage = await clicksFor(page, async () => {
    await field('Priority').click()
    await page.getByRole('menuitem', { name: 'P1' }).click()
    await page.getByRole('button', { name: 'Undo: Priority' }).waitFor()
  })
  expect((await now(id)).priority).toBe('P1')
  const assign = await clicksFor(page, async () => {
    await field('Assigned to').click()
    await page.getByRole('option', { name: 'Grace Hopper' }).click()
    await page.getByRole('button', { name: 'Undo: Assigned to' }).waitFor()
  })
  expect((await now(id)).assigned_to).toBe('grace@example.com')
  const note = await clicksFor(page, async () => {
    await noteField().click()
    await page.keyboard.type('On the way')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('article').getByText('On the way').waitFor()
  })
  expect(await notesOf(`/incidents/${id}`)).toEqual(['On the way'])
  await page.locator('[data-version="4"]').waitFor() // after the note has updated it: transitions apply to the version shown
  await page.getByRole('button', { name: 'Start work' }).click()
  const resolve = await clicksFor(page, async () => {
    await page.getByRole('button', { name: 'Resolve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
    await page.getByRole('button', { name: 'State: Resolved. Change' }).waitFor()
  })
  expect((await now(id)).state).toBe('resolved')
  await page.getByRole('button', { name: 'SLA met. Explain the SLA' }).waitFor()
  expect({ triage, assign, note, resolve }).toEqual({ triage: 2, assign: 2, note: 1, resolve: 2 })

  const sentences = page.locator('.activity .entry-head > span')
  const withoutNames = async () =>
    (await sentences.allTextContents()).map((text) =>
      text.replace(/^(Administrator|process-test)/, '').trim(),
    )
  await expectSoon(withoutNames).toEqual([
    'created it',
    'changed Priority from P3 to P1',
    'assigned it to Grace Hopper',
    '',
    'changed the state from New to In progress',
    'changed the state from In progress to Resolved, SLA met',
  ])
})

test('drafts of a note and of a field survive leaving, a reload and a new sign-in', slow, async () => {
  const id = await open({ category: 'network' })
  await show(`/incidents/${id}`)
  await noteField().fill('Half a thought')
  await field('Category').click()
  await page.getByRole('combobox', { name: 'Category' }).fill('hardw')
  const areThere = async () => {
    await page.getByText('Unsaved draft').waitFor()
    await expectSoon(() => noteField().inputValue()).toBe('Half a thought')
    await expectSoon(() => page.getByRole('combobox', { name: 'Category' }).inputValue()).toBe('hardw')
  }
  await page.reload()
  await areThere()
  expect((await now(id)).category).toBe('network')
  await visit(page, '/incidents')
  await visit(page, `/incidents/${id}`)
  await areThere()
  await page.context().clearCookies()
  await signIn(page, administrator.email, administrator.password)
  await visit(page, `/incidents/${id}`)
  await areThere()
  expect(await violationsInBothColours(page)).toEqual([])

  await page.getByRole('combobox', { name: 'Category' }).fill('hardware')
  await page.getByRole('combobox', { name: 'Category' }).press('Enter')
  await page.getByRole('button', { name: 'Undo: Category' }).waitFor()
  expect((await now(id)).category).toBe('hardware')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('article').getByText('Half a thought').waitFor()
  await page.reload()
  await page.getByText('created it').waitFor()
  await expectSoon(() => noteField().inputValue()).toBe('')
  expect(await page.getByText('Unsaved draft').count()).toBe(0)

  // What is typed into the form of a new record is kept as well.
  await visit(page, '/incidents/new')
  await page.getByLabel('Summary').fill('Not finished')
  await visit(page, '/incidents')
  await visit(page, '/incidents/new')
  await expectSoon(() => page.getByLabel('Summary').inputValue()).toBe('Not finished')
  await page.reload()
  await expectSoon(() => page.getByLabel('Summary').inputValue()).toBe('Not finished')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Incidents', exact: true }).waitFor()
  await visit(page, '/incidents/new')
  await expectSoon(() => page.getByLabel('Summary').inputValue()).toBe('')

  // The first field has the focus, and the form is sent from any field.
  await page.keyboard.type('Typed without a mouse')
  await page.keyboard.press('Tab')
  await page.keyboard.type('From the description')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Typed without a mouse' }).waitFor()
})

test('leaving a field saves it, Escape does not, and the focus returns to the field', slow, async () => {
  const id = await open()
  await show(`/incidents/${id}`)
  /** How far down the last row of the details is from the first. */
  const heightOfDetails = async () => {
    const rows = page.locator('.details dt')
    return (await rows.last().boundingBox())!.y - (await rows.first().boundingBox())!.y
  }
  const height = await heightOfDetails()
  await field('Location').click()
  await page.getByLabel('Location', { exact: true }).fill('Hall 2')
  expect(await heightOfDetails()).toBe(height) // nothing moves
  await noteField().click()
  await page.getByRole('button', { name: 'Undo: Location' }).waitFor()
  expect((await now(id)).location).toBe('Hall 2')

  await field('Location').click()
  await page.getByLabel('Location', { exact: true }).fill('Hall 3')
  await page.keyboard.press('Escape')
  await field('Location').getByText('Hall 2').waitFor()
  const focused = () => page.evaluate(`document.activeElement?.getAttribute('aria-label') ?? ''`)
  await expectSoon(focused).toMatch(/^Location: Hall 2/)
  expect((await now(id)).location).toBe('Hall 2')

  // What is picked while another choice is being saved is saved next.
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**/v1/incidents/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') await released
    await route.continue()
  })
  for (const priority of ['P2', 'P1']) {
    await field('Priority').click()
    await page.getByRole('menuitem', { name: priority }).click()
  }
  release()
  await page.getByRole('button', { name: 'Undo: Priority' }).waitFor()
  await page.unroute(`**/v1/incidents/${id}`)
  expect((await now(id)).priority).toBe('P1')
  expect(await page.evaluate(`Object.keys(localStorage).filter((key) => key.endsWith(' priority'))`)).toEqual(
    [],
  )

  // Enter takes the first result, also when it is pressed before there are any.
  const due = async () => (await page.locator('.record-head .sla').boundingBox())!.x
  const place = await due()
  await field('Assigned to').click()
  await page.getByRole('combobox', { name: 'Assigned to' }).fill('grac')
  expect(await due()).toBe(place) // its neighbours stay
  await page.getByRole('combobox', { name: 'Assigned to' }).press('Enter')
  await page.getByRole('button', { name: 'Undo: Assigned to' }).waitFor()
  expect((await now(id)).assigned_to).toBe('grace@example.com')
  // Also what can stand for itself, when none can be found.
  await page.route('**/v1/groups?*', (route) => route.fulfill({ status: 403, json: { code: 'forbidden' } }))
  await field('Group').click()
  await page.getByRole('combobox', { name: 'Group' }).fill('Night shift')
  await page.getByRole('combobox', { name: 'Group' }).press('Enter')
  await page.getByRole('button', { name: 'Undo: Group' }).waitFor()
  expect((await now(id)).assignment_group).toBe('Night shift')
  await page.unroute('**/v1/groups?*')
  // What someone else saves since cannot be undone.
  await console.api('PATCH', `/incidents/${id}`, { assignment_group: 'Day shift' })
  await field('Group').getByText('Day shift').waitFor()
  expect(await page.getByRole('button', { name: 'Undo: Group' }).count()).toBe(0)

  // The title is a field, too, and a refused value stays where it was typed.
  await page.getByRole('heading', { name: 'Hall 2 is offline' }).getByRole('button').click()
  await page.getByLabel('Summary').fill('')
  await page.getByLabel('Summary').press('Enter')
  await page.getByText('Enter a value.').waitFor()
  await page.getByLabel('Summary').fill('Hall 2 is online')
  await page.getByLabel('Summary').press('Enter')
  await page.getByRole('heading', { name: 'Hall 2 is online' }).waitFor()

  // On a phone, the editor stays within the window.
  await page.setViewportSize({ width: 390, height: 844 })
  await field('Assigned to').click()
  await page.getByRole('combobox', { name: 'Assigned to' }).waitFor()
  await expectSoon(() => scrollsSideways(page)).toBe(false)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })

  // Another window of the browser learns of changes from this one.
  const second = await page.context().newPage()
  let streams = 0
  second.on('request', (request) => void (request.url().includes('/events/stream') && streams++))
  await second.goto(`/incidents/${id}`)
  await second.getByRole('heading', { name: 'Hall 2 is online' }).waitFor()
  await console.api('PATCH', `/incidents/${id}`, { short_description: 'Halls 2 and 3 are online' })
  for (const window of [page, second])
    await window.getByRole('heading', { name: 'Halls 2 and 3 are online' }).waitFor()
  expect(streams).toBe(0)
  await second.close()
})

test('the activity comes to rest, however high the window is', slow, async () => {
  const id = await open({ description: 'No link since noon. '.repeat(20) })
  for (const n of [1, 2, 3, 4, 5, 6])
    await make(`/incidents/${id}/notes`, { body: `Port ${n} is down`, visibility: 'team' })
  await visit(page, `/incidents/${id}`)
  await page.getByText('Port 6 is down').waitFor()
  for (let height = 760; height <= 960; height += 20) {
    await page.setViewportSize({ width: 390, height })
    await expectSoon(() => isAtRest(page)).toBe(true)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('screen readers hear of notes and changes, and the focus stays at the form', slow, async () => {
  const id = await open()
  await show(`/incidents/${id}`)
  const news = page.getByRole('status')
  for (const note of ['Looked at it', 'Looked again']) {
    await noteField().fill(note)
    await page.getByRole('button', { name: 'Add note' }).press('Enter')
    await page.getByRole('article').getByText(note).waitFor()
    await page.locator('form.composer:focus').waitFor()
  }
  await news.getByText('Note added', { exact: true }).waitFor()
  await console.api('POST', `/incidents/${id}/notes`, { body: 'The relay is back' })
  await news.getByText(/^New note from /).waitFor()
  await page.getByRole('button', { name: 'Assign to me' }).press('Enter')
  await news.getByText(/assigned it to themselves, changed the state from New to In progress$/).waitFor()
  await page.getByText('Notes', { exact: true }).click()
  await page.getByRole('article').getByText('The relay is back').waitFor()
  expect(await news.getByText(/changed the state/).count()).toBe(1) // what a filter shows is no news
})

test('text has the direction of its own script', slow, async () => {
  const texts = { short_description: 'الطابعة لا تعمل (VPN)', description: 'الطابعة **لا تعمل**. VPN' }
  await show(`/incidents/${await open(texts)}`)
  const isRightToLeft = (selector: string) =>
    page.evaluate(`(() => {
      const text = document.createTreeWalker(document.querySelector('${selector}'), NodeFilter.SHOW_TEXT)
      const nodes = []
      while (text.nextNode()) nodes.push(text.currentNode)
      const leftOf = (node, at) => {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        return range.getBoundingClientRect().left
      }
      return leftOf(nodes.at(-1), nodes.at(-1).length - 2) < leftOf(nodes[0], 0)
    })()`)
  for (const selector of ['h1', '.markdown p']) expect(await isRightToLeft(selector)).toBe(true)
  expect(
    await page.evaluate(`getComputedStyle(document.querySelector('.composer textarea')).unicodeBidi`),
  ).toBe('plaintext')
})

test('a mention is completed by name, on a change as on an incident', slow, async () => {
  const id = await make('/changes', { short_description: 'Replace the switch' })
  await show(`/changes/${id}`)
  await noteField().click()
  await page.keyboard.type('Please look, @gra')
  await page.getByRole('option', { name: 'Grace Hopper' }).waitFor()
  expect(await violationsInBothColours(page)).toEqual([])
  // The keys of an input method are its own.
  await noteField().dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  expect(await noteField().inputValue()).toBe('Please look, @gra')
  await page.keyboard.press('Enter')
  await expectSoon(() => noteField().inputValue()).toBe('Please look, @grace@example.com ')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('article').getByText('Please look, @Grace Hopper').waitFor()
  expect(await notesOf(`/changes/${id}`)).toEqual(['Please look, @grace@example.com '])
  expect(console.complaints).toEqual([])
})

test('no header of a list is cut off or broken within a word, on a screen and on a phone', slow, async () => {
  await open({ assigned_to: 'grace@example.com' })
  await make('/changes', { short_description: 'Replace the switch' })
  await make('/requests', { short_description: 'A new laptop' })
  await make('/cmdb/cis', { name: 'sw-core' })
  await make('/knowledge/articles', { title: 'Replace a switch' })
  for (const width of [1440, 400]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/incidents', '/changes', '/requests', '/cmdb', '/knowledge?state=draft']) {
      await visit(page, path)
      await page.locator('a.row').first().waitFor()
      await expectSoon(async () => [path, width, await splitHeaders(page)]).toEqual([path, width, []])
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(console.complaints).toEqual([])
})
