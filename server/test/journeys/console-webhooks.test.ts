import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Delivery, OutboundWebhook } from '../../../console/src/api/schema.d.ts'
import { visit } from '../browser.ts'
import { clicksFor } from '../clicks.ts'
import {
  expectSoon,
  openConsole,
  scrollsSideways,
  violationsInBothColours,
  type Console,
} from '../console.ts'
import { eventually } from '../eventually.ts'
import { startReceiver, type Receiver } from '../receiver.ts'

interface List<Item> {
  data: Item[]
}
const timeout = 600_000

let receiver: Receiver
let it: Console
beforeAll(async () => {
  receiver = await startReceiver({ answer: { status: 500, body: 'The pager is <b>broken</b>' } })
  it = await openConsole({ ...receiver.env, WEBHOOK_RETRY_DELAYS: '0,0,0,0' })
}, timeout)

const isSigned = (secret: string) => {
  const { body, headers } = receiver.received.at(-1)!
  return (
    headers['x-service-signature'] === `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  )
}
const pathOf = (url: string) => new URL(url).pathname
const deliveriesOf = async (id: string) =>
  (await it.api<List<Delivery>>('GET', `/webhooks/outbound/${id}/deliveries`)).body.data

const fits = (page: Page) => expectSoon(() => scrollsSideways(page)).toBe(false)

let outbound: string
let secret: string

test(
  'a user creates a webhook, sees its secret once, and a test that the receiver refuses',
  { timeout },
  async () => {
    const { page } = it
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
    await page.getByText('No webhooks yet').waitFor()
    expect(await violationsInBothColours(page)).toEqual([])

    await page.getByRole('link', { name: 'New outbound webhook' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Pager')
    await page.getByRole('textbox', { name: 'URL' }).fill('http://localhost/')
    await page.getByRole('combobox', { name: 'Events' }).press('ArrowDown')
    await page.getByRole('option', { name: 'Incident created' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add condition' }).click()
    await page.getByLabel('Field of condition 1').fill('incident.priority')
    await page.getByLabel('Value of condition 1').fill('P1')
    await page.getByRole('button', { name: 'Add header' }).click()
    await page.getByLabel('Name of header 1').fill('X-Api-Key')
    await page.getByLabel('Value of header 1').fill('a key of the pager')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Must start').first().waitFor() // at the field, in words
    expect(await violationsInBothColours(page)).toEqual([])
    await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Pager is ready' }).waitFor()
    secret = (await page.locator('.secret').textContent())!
    expect(secret).toMatch(/^whsec_/)
    expect(await violationsInBothColours(page)).toEqual([])

    await page.getByRole('link', { name: 'Open webhook' }).click()
    await page.getByText('No deliveries yet').waitFor()
    outbound = pathOf(page.url()).split('/').at(-1)!
    await page.reload()
    await page.getByText('No deliveries yet').waitFor()
    expect(await page.content()).not.toContain(secret)
    expect((await it.api('GET', `/webhooks/outbound/${outbound}`)).body).toMatchObject({
      events: ['incident.created'],
      filters: [{ field: 'incident.priority', operator: 'eq', value: 'P1' }],
      headers: { 'X-Api-Key': '********' },
    })

    await page.getByRole('tab', { name: 'Test' }).click()
    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByText('Attempt 1: HTTP 500').waitFor()
    await page.getByText('The pager is <b>broken</b>').waitFor()
    await page.getByText('A test from Mainstay: nothing is wrong').waitFor()
    expect(receiver.received.at(-1)!.headers['x-api-key']).toBe('a key of the pager')
    expect(isSigned(secret)).toBe(true)
    expect(await violationsInBothColours(page)).toEqual([])
  },
)

test(
  'a delivery fails permanently, and is replayed from its page when the receiver recovers',
  { timeout },
  async () => {
    const { page, complaints, strangers } = it
    await it.api('POST', '/incidents', { short_description: 'Quiet', priority: 'P3' })
    await it.api('POST', '/incidents', { short_description: 'Mail is down', priority: 'P1' })
    await eventually(async () =>
      (await deliveriesOf(outbound)).some(({ status, is_test }) => status === 'failed' && !is_test),
    )
    await visit(page, `/webhooks/outbound/${outbound}?status=failed`)
    await page
      .getByRole('row', { name: /Failed Incident created INC/ })
      .getByRole('link')
      .click()
    await page.getByText('Attempt 5: HTTP 500').waitFor()
    await expectSoon(() => page.getByText(/^Attempt \d: HTTP 500$/).count()).toBe(5)
    await page.getByText('Mail is down').waitFor()
    await page.getByText('No more attempts').waitFor()
    expect(await violationsInBothColours(page)).toEqual([])

    const failed = pathOf(page.url())
    receiver.answer = { status: 200, body: 'Thank you' }
    await page.getByRole('button', { name: 'Replay' }).click()
    await page.waitForURL((url) => url.pathname !== failed)
    await page.getByText('Attempt 1: HTTP 200').waitFor()
    await page.getByText('Thank you').waitFor()
    await page.locator('main').getByText('Delivered', { exact: true }).waitFor()
    expect(receiver.received.at(-1)!.headers['x-service-delivery']).toBe(pathOf(page.url()).split('/').at(-1))
    expect(receiver.received.at(-1)!.body.toString()).toContain('Mail is down')
    expect(isSigned(secret)).toBe(true)

    await page.getByRole('link', { name: 'Pager', exact: true }).click()
    await page.getByRole('button', { name: 'Replay range' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).waitFor()
    expect(await violationsInBothColours(page)).toEqual([])
    const before = receiver.received.length
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
    await page.getByText('1 of 1 delivery replayed. Done.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await eventually(() => receiver.received.length === before + 1)
    await eventually(async () => {
      const made = await deliveriesOf(outbound)
      return made.filter(({ status }) => status === 'delivered').length === 2
    })
    await visit(page, '/webhooks')
    await page.getByRole('row', { name: /^Failing Pager/ }).waitFor() // one failed today, and two were delivered
    await page.getByText('66.7 % (2 of 3)').waitFor()
    expect(complaints).toEqual([])
    expect(strangers).toEqual([])
  },
)

test('a failed delivery is replayed with two clicks from the list', { timeout }, async () => {
  const { page } = it
  receiver.answer = { status: 503, headers: { 'retry-after': '0' } }
  const { body } = await it.api<{ id: string }>('POST', '/incidents', {
    short_description: 'Phones are down',
    priority: 'P1',
  })
  const deliveries = async () =>
    (await deliveriesOf(outbound)).filter(({ subject_id }) => subject_id === body.id)
  const failed = await eventually(async () => (await deliveries()).find(({ status }) => status === 'failed'))
  receiver.answer = { status: 200, body: 'Thank you' }
  await visit(page, '/webhooks')
  const clicks = await clicksFor(page, async () => {
    await page.getByRole('link', { name: /Pager/ }).click()
    await page.locator(`a[href$="/deliveries/${failed!.id}"]:not(.row)`).waitFor() // the last failure
    await page.getByRole('button', { name: 'Replay', exact: true }).click()
    await page.waitForURL(/\/deliveries\//)
  })
  expect(clicks).toBe(2)
  await page.getByText('Attempt 1: HTTP 200').waitFor()
  expect(receiver.received.at(-1)!.body.toString()).toContain('Phones are down')

  await page.getByRole('link', { name: 'Pager', exact: true }).click()
  const before = receiver.received.length
  await page.getByRole('table').getByRole('checkbox').last().check() // the test of the first journey
  await page.getByRole('checkbox', { name: failed!.id }).check()
  await page.getByText('1 test is left out').waitFor()
  const bar = page.getByRole('region', { name: 'Replay of the selected deliveries' })
  const replaySelected = bar.getByRole('button', { name: 'Replay selected' })
  await page.route('**/replay', (route) => route.fulfill({ status: 500, json: {} }))
  await replaySelected.click()
  await bar.getByRole('alert').getByText('1 could not be replayed').waitFor()
  await replaySelected.and(page.locator(':focus')).waitFor()
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await page.locator('a.row:focus').waitFor()
  const delivered = (await deliveries()).find(({ status }) => status === 'delivered')!
  await page.getByRole('checkbox', { name: delivered.id }).check()
  await bar.getByText('1 delivery selected').waitFor()
  expect(await bar.getByRole('alert').count()).toBe(0) // this one has not failed
  await page.unroute('**/replay')

  // What is selected while a replay runs stays selected, also with another filter.
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/replay', (route) => released.then(() => route.continue()))
  await replaySelected.click()
  await visit(page, `/webhooks/outbound/${outbound}?status=failed`)
  await bar.getByText('0 of 1 delivery replayed').waitFor()
  await page.getByRole('checkbox', { name: failed!.id }).check()
  release()
  await bar.getByText('1 delivery selected').waitFor()
  await page.unroute('**/replay')
  await page.locator(`a.row[data-id="${failed!.id}"]`).click()
  await page.getByText('The receiver sent Retry-After: 0').first().waitFor()
  await eventually(() => receiver.received.length === before + 1)
})

test(
  'settings are changed, the secret is rotated, and the webhook is paused and deleted',
  { timeout },
  async () => {
    const { page } = it
    await visit(page, `/webhooks/outbound/${outbound}?tab=settings`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Second pager')
    await page.getByLabel('Name of header 1').fill('X-Other-Key')
    await page.getByLabel('Value of header 1').fill('another')
    await page.getByRole('tab', { name: 'Deliveries' }).click()
    await page.getByRole('tab', { name: 'Settings' }).click() // nothing typed is lost
    const incidents = page.getByRole('link', { name: 'Incidents', exact: true })
    await incidents.click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await incidents.and(page.locator(':focus')).waitFor()
    const saves: string[] = []
    page.on('request', (request) => request.method() === 'PATCH' && saves.push(request.url()))
    await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter')
    await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter')
    await page.getByRole('heading', { name: 'Second pager' }).waitFor()
    expect(saves).toHaveLength(1)
    expect((await it.api('GET', `/webhooks/outbound/${outbound}`)).body).toMatchObject({
      name: 'Second pager',
      headers: { 'X-Other-Key': '********' },
    })
    expect(await violationsInBothColours(page)).toEqual([])

    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
    const fresh = (await page.locator('.secret').textContent())!
    expect(fresh).toMatch(/^whsec_/)
    expect(fresh).not.toBe(secret)
    await page.getByText('The previous secret is valid until').waitFor()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Third pager')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Third pager' }).waitFor()
    expect(await page.locator('.secret').textContent()).toBe(fresh)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Fourth pager')
    await incidents.click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL(/\/incidents/)
    await visit(page, `/webhooks/outbound/${outbound}`)

    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Deliveries that become due now fail').waitFor()
    expect((await it.api<OutboundWebhook>('GET', `/webhooks/outbound/${outbound}`)).body.active).toBe(false)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()

    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No webhooks yet').waitFor()
    expect((await it.api('GET', `/webhooks/outbound/${outbound}`)).status).toBe(404)
  },
)

test(
  'an inbound webhook is created from a preset, previews its result, and links the created incident',
  { timeout },
  async () => {
    const { page, complaints, strangers } = it
    await visit(page, '/webhooks?direction=inbound')
    await page.getByText('No inbound webhooks yet').waitFor()
    await page.getByRole('link', { name: 'New inbound webhook' }).click()
    await page.getByRole('combobox', { name: 'Alert source' }).click()
    await page.getByRole('option', { name: 'Prometheus Alertmanager' }).click()
    await page.getByText('Creates an incident', { exact: true }).first().waitFor()
    await page.getByText('HostOutOfDiskSpace: Disk of db-3.example.com is almost full').waitFor()
    await page.getByRole('button', { name: 'Sample recovery payload' }).click()
    await page.getByText('Resolves an incident').waitFor()
    await page.getByLabel('Priority', { exact: true }).fill('{{ alerts[0].labels.severity | shout }}')
    await page.getByText('Priority: Is not a template').waitFor()
    expect(await violationsInBothColours(page)).toEqual([])
    await page.getByLabel('Priority', { exact: true }).fill('{{ alerts[0].labels.severity }}')
    await page.getByRole('button', { name: 'Sample alert payload' }).click()
    await page.getByText('Priority: Choose one of P1, P2, P3, P4').waitFor()
    await page.getByLabel('Priority', { exact: true }).fill('P2')
    await page.getByText('P2', { exact: true }).last().waitFor()
    await page.getByLabel('Calls must be signed').check()
    await page.getByLabel('Notify the group of new incidents').uncheck()
    await page.getByRole('button', { name: 'Create' }).click()

    await page.getByRole('heading', { name: 'Prometheus Alertmanager is ready' }).waitFor()
    const inboundSecret = (await page.locator('.secret').textContent())!
    await page.getByText('Example with curl').first().click()
    const curl = (await page.getByRole('region', { name: 'Example with curl' }).textContent())!
    expect(await violationsInBothColours(page)).toEqual([])
    await page.getByRole('link', { name: 'Open webhook' }).click()
    await page.getByText('No calls yet').waitFor()
    await page.reload()
    await page.getByText('No calls yet').waitFor()
    expect(await page.content()).not.toContain(inboundSecret)

    // The page shows what a user pastes into a shell.
    const { stdout: answer } = await promisify(execFile)('bash', ['-c', curl])
    const { incident_id } = JSON.parse(answer) as { incident_id: string }
    await page.getByRole('link', { name: incident_id }).waitFor() // without a reload
    const unsigned = await fetch(/POST '([^']+)'/.exec(curl)![1]!, { method: 'POST', body: '{}' })
    expect(unsigned.status).toBe(401)
    expect(await violationsInBothColours(page)).toEqual([])
    await page.getByRole('link', { name: incident_id }).click()
    await page.getByRole('heading', { name: 'HostOutOfDiskSpace' }).waitFor()
    expect((await it.api('GET', `/incidents/${incident_id}`)).body).toMatchObject({ priority: 'P2' })
    const { body: webhooks } = await it.api('GET', '/webhooks/inbound')
    expect(webhooks).toMatchObject({ data: [{ secret_enabled: true, notify_stakeholders: false }] })
    expect(complaints).toEqual([])
    expect(strangers).toEqual([])
  },
)

test('its mapping is edited with the last payload, also on a phone', { timeout }, async () => {
  const { page } = it
  await visit(page, '/webhooks?direction=inbound')
  await page
    .getByRole('row', { name: /^Healthy Prometheus/ })
    .getByRole('link')
    .click()
  // The newest call has no signature, so it was stored without its payload.
  await page.getByRole('button', { name: 'Show payload' }).nth(1).waitFor()
  const address = pathOf(page.url())

  // A call of a filtered list need not be in the other one.
  await page.route(/events\?.*status=created/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: { payload: string }[] }
    await route.fulfill({
      json: { ...body, data: body.data.map((each) => ({ ...each, payload: '"older"' })) },
    })
  })
  await visit(page, `${address}?status=created`)
  await page.getByRole('button', { name: 'Show payload' }).last().click()
  await page.getByRole('button', { name: 'Try in mapping' }).click()
  await expectSoon(() => page.getByLabel('Payload', { exact: true }).inputValue()).toBe('"older"')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await visit(page, `${address}?tab=mapping&call=gone`)
  await page.getByText('This call could not be loaded').waitFor()

  await visit(page, address)
  await page.getByRole('button', { name: 'Show payload' }).last().click()
  await page.getByRole('button', { name: 'Try in mapping' }).click()
  await expectSoon(() => page.getByLabel('Payload', { exact: true }).inputValue()).toMatch(
    'HostOutOfDiskSpace',
  )
  await page.getByLabel('Payload', { exact: true }).and(page.locator(':focus')).waitFor()
  await page.getByRole('button', { name: 'Last call' }).click()
  await page.getByRole('textbox', { name: 'Summary' }).fill('Alarm: {{ commonLabels.alertname }}')
  await page.getByText('Alarm: HostOutOfDiskSpace').waitFor()
  await page.getByRole('tab', { name: 'Calls' }).click() // what is typed stays
  await page.getByRole('tab', { name: 'Mapping' }).click()
  await page.setViewportSize({ width: 400, height: 900 })
  await fits(page)
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  const id = pathOf(page.url()).split('/').at(-1)!
  expect((await it.api('GET', `/webhooks/inbound/${id}`)).body).toMatchObject({
    field_mapping: { short_description: 'Alarm: {{ commonLabels.alertname }}', priority: 'P2' },
  })

  for (const path of ['/webhooks', '/webhooks/outbound/new', `/webhooks/inbound/${id}?tab=settings`]) {
    await visit(page, path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await fits(page)
  }
})
