import { beforeAll, expect, test } from 'vitest'
import { visit } from '../browser.ts'
import { openConsole, scrollsSideways, violationsInBothColours, type Console } from '../console.ts'

let board: Console
beforeAll(async () => {
  board = await openConsole()
  await load()
}, 600_000)

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()

/** Incidents with a past: P4 has three days. One is overdue, one is about to be, the others are in time or done. */
async function load() {
  const { service } = board
  const records = [
    {
      id: 'INC0000001',
      short_description: 'Badge reader is <b>slow</b>',
      priority: 'P4',
      created_at: ago(60),
    },
    { id: 'INC0000002', short_description: 'Printer jams', priority: 'P4', created_at: ago(80) },
    { id: 'INC0000003', short_description: 'Mail is down', priority: 'P2', assignment_group: 'Messaging' },
    { id: 'INC0000004', short_description: 'VPN drops', priority: 'P2', assigned_to: 'bob@example.com' },
    {
      id: 'INC0000005',
      short_description: 'Disk full',
      priority: 'P1',
      state: 'resolved',
      created_at: ago(50),
      resolved_at: ago(48),
    },
    {
      id: 'INC0000006',
      short_description: 'Old story',
      priority: 'P1',
      state: 'closed',
      created_at: ago(24 * 50),
      resolved_at: ago(24 * 50 - 4),
    },
  ]
  const answer = await service.call(await service.token(), '/incidents/import', {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: records.map((record) => JSON.stringify(record)).join('\n'),
  })
  expect(await answer.json()).toMatchObject({ imported: records.length, failed: 0 })
}

const tile = (name: string) => board.page.locator('.tile', { hasText: name })

test(
  'the dashboard shows open incidents, and each number links to its list',
  { timeout: 600_000 },
  async () => {
    const { page, complaints, strangers } = board
    await visit(page, '/')
    await page.waitForURL(/\/dashboard$/)
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
    await tile('Open').getByText('4', { exact: true }).waitFor()
    await page.locator('.recharts-line').first().waitFor() // the charts are loaded on demand
    await page.getByText('5 incidents created and 1 resolved in the last 30 days.').waitFor()
    await page.getByText('2 h on average in the last 30 days: P1 2 h.').waitFor()
    expect(await violationsInBothColours(page)).toEqual([])

    await page.getByRole('region', { name: 'Open by priority' }).getByRole('link', { name: 'P2' }).click()
    await page.waitForURL(/\/incidents\?.*priority=P2/)
    await page.getByText('2 incidents', { exact: true }).waitFor()
    await page.goBack()
    await tile('Unassigned').click()
    await page.getByText('3 incidents', { exact: true }).waitFor()
    await page.goBack()
    await tile('SLA breached').click()
    await page.getByText('1 incident', { exact: true }).waitFor()
    await page.getByText('Printer jams').waitFor()
    expect([complaints, strangers]).toEqual([[], []])
  },
)

test('incidents at risk are listed as text and can be opened', { timeout: 600_000 }, async () => {
  const { page } = board
  await visit(page, '/dashboard')
  const risks = page.getByRole('region', { name: 'SLA at risk' })
  const risky = risks.getByRole('listitem').filter({ hasText: 'INC0000001' })
  expect(await risky.innerText()).toMatch(/Badge reader is <b>slow<\/b>\s+(12 h|11 h \d+ min) left/)
  const late = risks.getByRole('listitem').filter({ hasText: 'INC0000002' })
  expect(await late.innerText()).toMatch(/breached 8 h/)
  await risky.getByRole('link').click()
  await page.getByRole('heading', { name: 'Badge reader is <b>slow</b>' }).waitFor()
})

test('the period is kept in the URL, and a chart is also a table', { timeout: 600_000 }, async () => {
  const { page } = board
  await visit(page, '/dashboard')
  await page.getByRole('link', { name: '90 days' }).click()
  await page.waitForURL(/days=90/)
  await page.getByText('6 incidents created and 2 resolved in the last 90 days.').waitFor()
  await page.reload()
  await page.getByText('6 incidents created and 2 resolved in the last 90 days.').waitFor()
  await page.getByRole('button', { name: 'Show as table Created and resolved' }).click()
  const table = page.getByRole('table')
  await table.waitFor()
  expect(await table.getByRole('row').count()).toBe(91)
  const today = table.getByRole('row').last()
  expect(await today.innerText()).toMatch(/^\d{4}-\d\d-\d\d\s+\d+\s+\d+$/)
  expect(await violationsInBothColours(page)).toEqual([])
  await visit(page, '/dashboard?days=12345')
  await page.getByText('in the last 30 days.').first().waitFor()
})

test('changes by others update the numbers, and the page fits on a phone', { timeout: 600_000 }, async () => {
  const { page, api, complaints, strangers } = board
  await page.setViewportSize({ width: 400, height: 800 })
  await page.goto('/dashboard')
  await tile('Open').getByText('4', { exact: true }).waitFor()
  await page.locator('.recharts-line').first().waitFor()
  expect(await scrollsSideways(page)).toBe(false)
  await api('POST', '/incidents', { short_description: 'One more', priority: 'P3' })
  await tile('Open').getByText('5', { exact: true }).waitFor()
  expect([complaints, strangers]).toEqual([[], []])
})
