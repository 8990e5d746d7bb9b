import { expect, test } from 'vitest'
import type { Profile } from '../api/schema.d.ts'
import { ownChoices } from './own-choices.ts'

const vera = { email: 'vera@example.com', name: 'Vera Lund', groups: ['Finance', 'Audit'] } as Profile

test('viewers, who may not list people and groups, choose themselves or a group of theirs', () => {
  const found = (kind: 'person' | 'group', q: string) => ownChoices(kind, q, vera).map(({ value }) => value)
  expect(found('person', '')).toEqual([vera.email])
  expect(found('person', 'lund')).toEqual([vera.email])
  expect(found('person', 'bob')).toEqual([])
  expect(found('group', '')).toEqual(['Finance', 'Audit'])
  expect(found('group', 'fin')).toEqual(['Finance'])
})
