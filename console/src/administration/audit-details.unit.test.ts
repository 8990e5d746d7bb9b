import { beforeAll, expect, test, vi } from 'vitest'

/** The client, which the labels of fields come with, reads them when it is loaded. */
vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)

let detailsOf: (typeof import('./audit-details.ts'))['detailsOf']
beforeAll(async () => {
  ;({ detailsOf } = await import('./audit-details.ts'))
})

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
