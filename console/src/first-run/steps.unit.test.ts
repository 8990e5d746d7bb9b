import { expect, test } from 'vitest'
import { isSetUp, stepsOf, type SetupFacts } from './steps.ts'

const bare: SetupFacts = {
  users: 1,
  policies: [{ is_default: true }, { is_default: true }],
  inbound_webhooks: 0,
  cis: 0,
  demo: 'none',
}
const doneIn = (facts: Partial<SetupFacts>) =>
  stepsOf({ ...bare, ...facts }).flatMap(({ name, isDone }) => (isDone ? [name] : []))

test('each step is done as soon as its records exist', () => {
  expect(doneIn({})).toEqual([])
  expect(doneIn({ users: 2 })).toEqual(['people'])
  expect(doneIn({ policies: [{ is_default: true }, { is_default: false }] })).toEqual(['sla'])
  expect(doneIn({ inbound_webhooks: 1 })).toEqual(['alerts'])
  expect(doneIn({ cis: 1 })).toEqual(['cis'])
  expect(doneIn({ demo: 'loaded' })).toEqual(['demo'])
  expect(doneIn({ demo: 'loading' })).toEqual([])
  expect(doneIn({ demo: 'removed' })).toEqual([])
})

test('demo data is loaded in the background', () => {
  const loading = stepsOf({ ...bare, demo: 'loading' }).filter(({ isLoading }) => isLoading)
  expect(loading.map(({ name }) => name)).toEqual(['demo'])
})

test('a service is set up without demo data', () => {
  const all = { users: 2, policies: [{ is_default: false }], inbound_webhooks: 1, cis: 1 }
  expect(isSetUp(stepsOf({ ...bare, ...all }))).toBe(true)
  expect(isSetUp(stepsOf({ ...bare, ...all, cis: 0 }))).toBe(false)
})
