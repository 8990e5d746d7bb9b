import { expect, test } from 'vitest'
import type { SuggestionModelList, SuggestionsAnswer } from '../../../../../console/src/api/schema.d.ts'
import { startDemo } from '../../../../test/demo.ts'
import { eventually } from '../../../../test/eventually.ts'
import { expectOk } from '../../../../test/incidents.ts'

const app = await startDemo()
const versions = (await eventually(async () => {
  const { data } = expectOk<SuggestionModelList>(await app.call('GET', '/ai/suggest/models'), 200)
  return data.length > 0 && data
}, 120)) as SuggestionModelList['data']

test('learns from the demo data and predicts the held-out incidents well', () => {
  expect(versions[0]!.learned).toBeGreaterThan(150)
  const { category, assignment_group } = versions[0]!.fields
  expect(category!.accuracy).toBeGreaterThan(0.75)
  expect(assignment_group!.accuracy).toBeGreaterThan(0.55)
})

test.each([
  ['Print job is stuck in the queue, nothing comes out of the printer', 'printing'],
  ['VPN drops every ten minutes when working from home', 'network'],
  ['Outlook does not show the shared mailbox', 'mail'],
  ['MFA code is not accepted on my new phone', 'identity'],
])('%j is %s', async (text, category) => {
  const body = { text, suggest_for: ['category', 'priority', 'assignment_group'] }
  const { suggestions, model_used } = expectOk<SuggestionsAnswer>(
    await app.call('POST', '/ai/suggest', { body }),
    200,
  )
  expect(model_used).toBe(`local/logistic-regression-v${versions[0]!.version}`)
  expect(Object.keys(suggestions).toSorted()).toEqual([
    'assignment_group',
    'category',
    'priority',
    'subcategory',
  ])
  expect(suggestions.category!.value).toBe(category)
  expect(suggestions.priority!.reasoning).toMatch(/Similar resolved incidents were mostly P\d/)
})
