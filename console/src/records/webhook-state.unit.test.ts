import { expect, test } from 'vitest'
import { outboundState } from './webhook-state.ts'

type Status = 'delivered' | 'failed' | 'retrying'
const last = (status: Status) => ({ last_delivery: { status, at: '2026-11-20T12:00:00Z' } })

test.each([
  ['paused', false, { delivered: 1, failed: 1, last_delivery: null }],
  ['idle', true, { delivered: 0, failed: 0, last_delivery: null }],
  ['healthy', true, { delivered: 1, failed: 0, ...last('delivered') }],
  ['failing', true, { delivered: 1, failed: 1, ...last('delivered') }],
  ['failing', true, { delivered: 0, failed: 0, ...last('failed') }],
  ['retrying', true, { delivered: 1, failed: 0, ...last('retrying') }],
] as const)('a webhook is %s', (state, active, health) => {
  expect(outboundState({ active }, health)).toBe(state)
})
