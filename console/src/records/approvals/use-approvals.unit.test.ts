import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'https://mainstay.example.com', protocol: 'https:' })
vi.stubGlobal('addEventListener', () => undefined)
const { withDecided } = await import('./use-approvals.ts')
type Row = Parameters<typeof withDecided>[0][number]

const row = (id: string, version: number, verdict?: 'approved' | 'rejected') =>
  ({ id, version, created_at: `2026-11-0${id}T08:00:00Z`, ...(verdict && { verdict }) }) as Row

test('what was decided stays in its place until it awaits a decision again', () => {
  const decided = [row('2', 1, 'rejected')]
  expect(withDecided([row('1', 1), row('2', 1), row('3', 1)], decided)).toEqual([
    row('1', 1),
    ...decided,
    row('3', 1),
  ])
  expect(withDecided([row('1', 1), row('3', 1)], decided)).toEqual([row('1', 1), ...decided, row('3', 1)])
  expect(withDecided([row('2', 4)], decided)).toEqual([row('2', 4)])
})
