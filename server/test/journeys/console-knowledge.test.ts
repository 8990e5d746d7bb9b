import type { Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { isSignedIn, visit } from '../browser.ts'
import {
  expectSoon,
  openConsole,
  scrollsSideways,
  violations,
  violationsInBothColours,
  type Console,
} from '../console.ts'
import { eventually } from '../eventually.ts'

let opened: Console
beforeAll(async () => {
  opened = await openConsole()
}, 600_000)

interface Article {
  id: string
  url: string
  title: string
  body: string
  state: string
  tags: string[]
  version: number
  helpful_count: number
  unhelpful_count: number
  reviewed_at: string | null
}

const get = async (id: string) => (await opened.api<Article>('GET', `/knowledge/articles/${id}`)).body
const make = async (body: object) => (await opened.api<Article>('POST', '/knowledge/articles', body)).body

/** Moves the last change of the article into the past. */
const age = (id: string, months: number) =>
  opened.service.query(
    `update articles set updated_at = updated_at - make_interval(months => ${months}) where id = '${id}'`,
  )

const steps = [
  '# Renew the badge',
  '## Ask',
  'Write to **facilities**.',
  '## Wait',
  '## Collect',
  '## Return',
]

test(
  'an editor writes an article, previews it, publishes it, and it is found',
  { timeout: 600_000 },
  async () => {
    const { page, complaints, strangers } = opened
    await page.getByRole('link', { name: 'Knowledge' }).click()
    await page.getByText('Articles explain how to solve known problems').waitFor()
    // At the head of the page, and in the empty list.
    await expectSoon(() => page.getByRole('link', { name: 'New article' }).count()).toBe(2)
    expect(await violationsInBothColours(page)).toEqual([])

    await page.getByRole('link', { name: 'New article' }).first().click()
    await page.getByLabel('Title').fill('Badge does not open the door')
    await page.getByLabel('Category').fill('access')
    await page.getByRole('combobox', { name: 'Tags' }).fill('badge')
    await page.getByRole('combobox', { name: 'Tags' }).press('Enter')
    await page.getByLabel('Text').fill(steps.join('\n\n'))
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.locator('strong', { hasText: 'facilities' }).waitFor()
    expect(await violationsInBothColours(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()

    await page.getByRole('heading', { name: 'Badge does not open the door', level: 1 }).waitFor()
    const id = page.url().split('/').at(-1)!
    expect(await get(id)).toMatchObject({ state: 'draft', tags: ['badge'], category: 'access' })
    for (const [step, state] of [
      ['Submit for review', 'review'],
      ['Publish', 'published'],
    ] as const) {
      await page.getByRole('button', { name: step, exact: true }).click()
      await eventually(async () => (await get(id)).state === state)
    }
    // Long enough for a table of contents.
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await contents.waitFor()
    await page.getByText('Did this help?').waitFor()
    expect(await violationsInBothColours(page)).toEqual([])
    await contents.getByRole('link', { name: 'Collect' }).click()
    await page.locator('h3:target', { hasText: 'Collect' }).waitFor()
    await page.setViewportSize({ width: 1280, height: 400 })
    await page.reload()
    await contents.waitFor()
    await expectSoon(() => page.evaluate('scrollY > 0')).toBe(true)
    await page.setViewportSize({ width: 1280, height: 900 })

    await visit(page, '/knowledge?q=facilities')
    const row = page.locator('a.row', { hasText: 'Badge does not open the door' })
    await row.locator('mark', { hasText: 'facilities' }).waitFor()
    expect(await violationsInBothColours(page)).toEqual([])
    await visit(page, '/knowledge?tag=nothing')
    await page.getByRole('link', { name: 'Clear filters' }).waitFor()
    await visit(page, '/knowledge?tag=badge&category=access')
    await row.click()
    await page.getByRole('heading', { name: 'Badge does not open the door' }).waitFor()
    expect(complaints).toEqual([])
    expect(strangers).toEqual([])
  },
)

test(
  'a reader votes that it did not help, with a reason that the editor reads',
  { timeout: 600_000 },
  async () => {
    const { page } = opened
    const { id, url } = await make({ title: 'Lift', body: 'Take the stairs.', state: 'published' })
    await visit(page, new URL(url).pathname) // as the API returns it
    await page.waitForURL(new RegExp(`/knowledge/${id}$`))
    await page.getByRole('button', { name: 'No, it did not' }).click()
    await page.getByLabel('What is wrong or missing?').fill('There are <i>no</i> stairs')
    await page.route('**/votes', (route) => route.fulfill({ status: 429, json: {} }), { times: 1 })
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Something went wrong').waitFor() // and the text is still there
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('region', { name: 'Activity' }).getByText('There are <i>no</i> stairs').waitFor()
    expect(await get(id)).toMatchObject({ helpful_count: 0, unhelpful_count: 1 })
    await page.getByRole('button', { name: 'Yes, it helped' }).click()
    await page.getByText('1 yes, 0 no').waitFor()
    expect(await get(id)).toMatchObject({ helpful_count: 1, unhelpful_count: 0 })

    // Its fields save themselves, and editors write notes to each other.
    await page.getByRole('button', { name: /^Category: .*Edit$/ }).click()
    await page.getByLabel('Category', { exact: true }).fill('building')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Undo: Category' }).waitFor()
    await page.getByRole('button', { name: /^Tags: .*Edit$/ }).click()
    await page.getByRole('combobox', { name: 'Tags' }).fill('stairs')
    await page.getByLabel('Note', { exact: true }).click() // leaving the field saves it
    await page.getByRole('button', { name: 'Undo: Tags' }).waitFor()
    expect(await get(id)).toMatchObject({ category: 'building', tags: ['stairs'] })
    await page.getByLabel('Note', { exact: true }).fill('Ask the caretaker')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('region', { name: 'Activity' }).getByText('Ask the caretaker').waitFor()
    expect(await violationsInBothColours(page)).toEqual([])
  },
)

test(
  'a conflicting edit is shown beside the own text, and not overwritten unseen',
  { timeout: 600_000 },
  async () => {
    const { page, api } = opened
    const { id } = await make({ title: 'Coffee', body: 'Press the button.\nWait one minute.' })
    await visit(page, `/knowledge/${id}/edit`)
    await page.getByLabel('Text').fill('Press the button.\nWait two minutes.')
    await api('PATCH', `/knowledge/articles/${id}`, { body: 'Press the button.\nWait nine minutes.' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Someone else edited this').waitFor()
    const difference = page.getByRole('region', { name: 'Difference' })
    await difference.locator('del', { hasText: 'nine' }).waitFor()
    await difference.locator('ins', { hasText: 'two' }).waitFor()
    expect(await violationsInBothColours(page)).toEqual([])
    expect(await get(id)).toMatchObject({ body: 'Press the button.\nWait nine minutes.', version: 2 })
    await page.route(`**/articles/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      await page.getByLabel('Text').and(page.locator(':disabled')).waitFor() // nothing can be typed meanwhile
      return route.fulfill({ status: 429, json: {} })
    })
    await page.getByRole('button', { name: 'Overwrite' }).click()
    await page.getByText('Something went wrong').waitFor()
    await page.unroute(`**/articles/${id}`)
    await page.getByRole('button', { name: 'Overwrite' }).click()
    await page.getByText('Wait two minutes.').first().waitFor()
    await page.waitForURL(new RegExp(`/knowledge/${id}$`))
    expect(await get(id)).toMatchObject({ body: 'Press the button.\nWait two minutes.', version: 3 })
  },
)

test('unsaved text is not lost by a wrong click', { timeout: 600_000 }, async () => {
  const { page } = opened
  const { id } = await make({ title: 'Keys', body: 'In the drawer.' })
  await visit(page, `/knowledge/${id}/edit`)
  await page.getByLabel('Text').fill('In the other drawer.')
  await page.getByRole('link', { name: 'Incidents' }).click()
  await page.waitForURL(/\/incidents/)
  await page.goto(`/knowledge/${id}/edit`)
  await expectSoon(() => page.getByLabel('Text').inputValue()).toBe('In the other drawer.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(new RegExp(`/knowledge/${id}$`))
  expect((await get(id)).body).toBe('In the other drawer.')

  // A new one that is kept for later is not in the form any more, where it could be saved twice.
  await visit(page, '/knowledge/new?title=Lost+keys')
  await expectSoon(() => page.getByLabel('Title').inputValue()).toBe('Lost keys')
  await page.getByRole('banner').getByRole('button', { name: 'New' }).click()
  await page.getByRole('menuitem', { name: 'New article' }).click()
  await expectSoon(() => page.getByLabel('Title').inputValue()).toBe('')
  await page.getByLabel('Title').fill('Locker')
  await page.getByLabel('Text').fill('It is empty.')
  await page.route('**/knowledge/articles', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Kept in this browser', { exact: true }).waitFor()
  await expectSoon(() => page.getByLabel('Title').inputValue()).toBe('')
  await eventually(
    async () =>
      (await opened.api<{ total: number }>('GET', '/knowledge/articles?state=draft&q=Locker')).body.total ===
      1,
  )
})

test('two versions are compared, and an old one is restored', { timeout: 600_000 }, async () => {
  const { page, api, complaints } = opened
  const { id } = await make({ title: 'Printer', body: 'Switch it off.' })
  await api('PATCH', `/knowledge/articles/${id}`, { body: 'Switch it on.' })
  await api('PATCH', `/knowledge/articles/${id}`, { title: 'Printer on floor 2' })
  await visit(page, `/knowledge/${id}`)
  await page.getByRole('link', { name: 'Versions' }).click()
  const difference = page.getByRole('region', { name: 'Difference' }).last()
  await difference.locator('ins', { hasText: 'on floor 2' }).waitFor()
  await page.getByRole('combobox', { name: 'Compare version' }).click()
  await page.getByRole('option', { name: /^1:/ }).click()
  await difference.locator('del', { hasText: 'off' }).waitFor()
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByText('Version 1 restored').waitFor()
  expect(await get(id)).toMatchObject({ title: 'Printer', body: 'Switch it off.', version: 4 })
  await page.getByText('4: Printer', { exact: true }).waitFor()
  expect(complaints).toEqual([])
})

test('a resolved incident becomes a draft, once', { timeout: 600_000 }, async () => {
  const { page, api } = opened
  const incident = { short_description: 'Beamer stays dark', description: 'No picture in room 4' }
  const { id } = (await api<{ id: string }>('POST', '/incidents', incident)).body
  await api('POST', `/incidents/${id}/notes`, { body: 'Replaced the lamp' })
  const draftIt = async () => {
    await visit(page, '/knowledge')
    await page.getByRole('button', { name: 'From an incident' }).click()
    const incident = page.getByRole('combobox', { name: 'Incident' })
    await incident.and(page.locator(':focus')).waitFor()
    await incident.fill(id)
    await page.getByRole('option', { name: id }).click()
    await page.getByRole('button', { name: 'Create draft' }).click()
  }
  await draftIt()
  await page.getByRole('alert').getByText('Only resolved or closed incidents').waitFor()
  for (const state of ['in_progress', 'resolved']) await api('PATCH', `/incidents/${id}`, { state })
  await page.getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('heading', { name: 'Beamer stays dark', level: 1 }).waitFor()
  await page.getByRole('article').getByText('Replaced the lamp').waitFor()
  const article = page.url().split('/').at(-1)!
  expect(await get(article)).toMatchObject({ state: 'draft', source_incident_id: id })
  await draftIt()
  await page.getByRole('link', { name: `Open ${article}` }).click()
  await page.waitForURL(new RegExp(`/knowledge/${article}$`))
  // The draft contains the API URL of the incident, which links to its page here.
  await page.getByRole('article').getByRole('link', { name: id }).click()
  await page.waitForURL(new RegExp(`/incidents/${id}$`))
})

test('an option can be picked while the next ones are searched for', { timeout: 600_000 }, async () => {
  const { page, api } = opened
  const incident = { short_description: 'Screen flickers in room 5' }
  const { id } = (await api<{ id: string }>('POST', '/incidents', incident)).body
  await visit(page, '/knowledge')
  await page.getByRole('button', { name: 'From an incident' }).click()
  const input = page.getByRole('combobox', { name: 'Incident' })
  await input.and(page.locator(':focus')).waitFor()
  await input.fill(id)
  const option = page.getByRole('option', { name: id })
  await option.waitFor()
  const held: Route[] = []
  await page.route(/\/search\?/, (route) => void held.push(route))
  await input.fill(`${id} screen`)
  await expectSoon(() => held.length).toBe(1)
  await option.click()
  await expectSoon(() => input.inputValue()).toBe(id)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(await input.inputValue()).toBe(id) // it stays
})

test('a stale article is reviewed', { timeout: 600_000 }, async () => {
  const { page, complaints } = opened
  const { id } = await make({ title: 'Old fax', body: 'Dial zero first.', state: 'published' })
  await visit(page, '/knowledge/stale')
  await page.getByText('No articles to review').waitFor()
  await expectSoon(() => page.locator('.tabs [aria-current="page"]').allTextContents()).toEqual(['To review'])
  expect(await violationsInBothColours(page)).toEqual([])
  await age(id, 8)
  const months = page.getByRole('combobox', { name: 'Unchanged for at least' })
  await months.click()
  await page.getByRole('option', { name: '3 months' }).click()
  await page.locator('a.row', { hasText: 'Old fax' }).click()
  await page.getByText('Not updated or reviewed for 6 months').waitFor()
  expect(await violationsInBothColours(page)).toEqual([])
  await page.getByRole('button', { name: 'Mark as reviewed' }).click()
  await page.getByText('Marked as reviewed').waitFor()
  await page.getByText('Not updated or reviewed').waitFor({ state: 'detached' })
  expect((await get(id)).reviewed_at).not.toBeNull()
  await page.goBack()
  await expectSoon(() => months.inputValue()).toBe('3 months')
  expect(complaints).toEqual([])
})

test(
  'a question is answered with its source, or becomes an unanswered question',
  { timeout: 600_000 },
  async () => {
    const { page, api, complaints, strangers } = opened
    const body = '## Steps\n\nOpen the portal, choose Certificates, and press Renew before it expires.'
    const { id } = await make({ title: 'Renew the Wi-Fi certificate', body, state: 'published' })
    const ask = { question: 'How do I renew my Wi-Fi certificate?' }
    await eventually(async () => (await api<{ covered: boolean }>('POST', '/ai/ask', ask)).body.covered)
    await visit(page, '/knowledge')
    await page.getByLabel('Ask the knowledge base').fill(ask.question)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    const answer = page.getByRole('region', { name: 'Answer' })
    await answer.getByText('press Renew').waitFor()
    expect(await violationsInBothColours(page)).toEqual([])
    await answer.getByRole('link', { name: `${id} Renew the Wi-Fi certificate` }).click()
    await page.waitForURL(new RegExp(`/knowledge/${id}$`))

    const question = 'Which wine goes with roasted pelican?'
    await visit(page, '/knowledge')
    for (const [asked, response] of [
      ['hello', 'This does not look like a question to the knowledge base.'],
      [question, 'No article covers this question. It was added to the unanswered questions.'],
    ] as const) {
      await page.getByLabel('Ask the knowledge base').fill(asked)
      await page.getByRole('button', { name: 'Ask', exact: true }).click()
      await page.getByRole('alert', { name: 'No answer' }).getByText(response).waitFor()
    }
    expect(await violationsInBothColours(page)).toEqual([])

    await eventually(async () => (await api<{ total: number }>('GET', '/knowledge/gaps')).body.total > 0)
    await page.getByRole('link', { name: 'Unanswered questions' }).click()
    await page.getByText(question).waitFor()
    expect(await violationsInBothColours(page)).toEqual([])
    await page.getByRole('link', { name: 'Write article' }).click()
    await page.waitForURL(/\/knowledge\/new/)
    await expectSoon(() => page.getByLabel('Title').inputValue()).toBe(question)
    await visit(page, '/knowledge/gaps')
    await page.getByRole('button', { name: 'Dismiss question' }).click()
    await page.locator(':focus', { hasText: 'No unanswered questions' }).waitFor()
    expect((await api<{ total: number }>('GET', '/knowledge/gaps')).body.total).toBe(0)
    expect(complaints).toEqual([])
    expect(strangers).toEqual([])
  },
)

test('all pages are usable on a narrow screen', { timeout: 600_000 }, async () => {
  const { page } = opened
  const body = `# One\n\n${'word '.repeat(50)}\n\n\`\`\`\n${'x'.repeat(300)}\n\`\`\`\n\n| a | b |\n| - | - |\n| ${'y'.repeat(200)} | 2 |`
  const { id } = await make({ title: `Long${'o'.repeat(90)}`, body, state: 'published' })
  await opened.api('PATCH', `/knowledge/articles/${id}`, { body: `${body}\n\nEnd` })
  // So high that the field for notes, which stays at the bottom of the window, covers no button.
  await page.setViewportSize({ width: 400, height: 2000 })
  for (const [address, sign] of [
    ['/knowledge', page.locator('a.row').first()],
    ['/knowledge/new', page.getByLabel('Title')],
    [`/knowledge/${id}`, page.getByText('Did this help?')],
    [`/knowledge/${id}/edit`, page.getByLabel('Title')],
    [`/knowledge/${id}/versions`, page.locator('.difference')],
    ['/knowledge/stale', page.getByText('Unchanged for at least')],
    ['/knowledge/gaps', page.getByText('No unanswered questions')],
  ] as const) {
    await visit(page, address)
    await sign.first().waitFor()
    await expectSoon(async () => [address, await scrollsSideways(page)]).toEqual([address, false])
    expect(await violations(page)).toEqual([])
  }
  await page.reload()
  await isSignedIn(page)
  const current = page.locator('.tabs').getByRole('link', { name: 'Unanswered questions' })
  await current.waitFor()
  await expectSoon(async () => {
    const { x, width } = (await current.boundingBox())!
    return x + width <= 400
  }).toBe(true)
})
