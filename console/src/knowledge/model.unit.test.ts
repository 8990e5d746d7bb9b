import { expect, test } from 'vitest'
import type { Article } from '../api/schema.d.ts'
import { isOwnDraft, isStale } from './model.ts'

test.for([
  ['2026-08-31T12:00:00Z', '2026-02-28T12:00:00.000Z'],
  ['2028-08-30T12:00:00Z', '2028-02-29T12:00:00.000Z'],
  ['2026-03-31T12:00:00Z', '2025-09-30T12:00:00.000Z'],
  ['2026-07-15T12:00:00Z', '2026-01-15T12:00:00.000Z'],
])('on %s, articles are stale that were touched before %s', ([now, since]) => {
  const isStaleAt = (updated_at: string, reviewed_at: string | null = null) =>
    isStale({ state: 'published', updated_at, reviewed_at } as Article, new Date(now!))
  const before = new Date(Date.parse(since!) - 1).toISOString()
  expect([isStaleAt(before), isStaleAt(since!), isStaleAt(before, since!)]).toEqual([true, false, false])
})

test.for([
  [{}, true],
  [{ state: 'review' }, true],
  [{ state: 'published' }, false],
  [{ state: 'retired' }, false],
  [{ author: 'bob@example.com' }, false],
  [{ source_incident_id: null }, false],
] as const)('a draft that an agent finishes: %o is %s', ([fields, isOwn]) => {
  const draft = { author: 'ada@example.com', source_incident_id: 'INC0000001', state: 'draft' } as const
  expect(isOwnDraft({ ...draft, ...fields }, 'ada@example.com')).toBe(isOwn)
})
