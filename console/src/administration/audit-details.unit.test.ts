import { expect, test } from 'vitest'
import { detailsOf } from './audit-details.ts'

test('an entry does not repeat its action', () => {
  const entry = { action: 'sla_breached', field: 'sla.breached', from: false, to: true }
  expect(detailsOf(entry)).toEqual({ text: '' })
  expect(detailsOf({ ...entry, from: true, to: false })).toEqual({ label: 'SLA breached', text: 'Yes → No' })
})

test('details are in words', () => {
  const to = { count: 1, methods: ['pwd', 'otp', 'mfa'], client_id: 'console', grant_type: 'refresh_token' }
  expect(detailsOf({ action: 'signed_in', field: 'details', from: null, to }).text).toBe(
    'Methods: Password, One-time code, Application: console, Grant: Refresh token',
  )
  const state = { action: 'updated', field: 'state', from: 'new', to: 'in_progress' }
  expect(detailsOf(state)).toEqual({ label: 'State', text: 'New → In progress' })
})
