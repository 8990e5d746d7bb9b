import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)
const { auditQuery } = await import('./view.ts')

test('the audit log of a day is that from midnight to midnight, for bounds that are exclusive', () => {
  const { after, before, action } = auditQuery({
    action: 'created',
    after: '2026-03-01',
    before: '2026-03-01',
  })
  expect(Date.parse(after!) + 1).toBe(new Date(2026, 2, 1).getTime())
  expect(Date.parse(before!)).toBe(new Date(2026, 2, 2).getTime())
  expect(action).toBe('created')
  expect(auditQuery({})).toEqual({ after: undefined, before: undefined })
})
