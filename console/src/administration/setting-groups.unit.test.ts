import { expect, test } from 'vitest'
import { groupOf } from './setting-groups.ts'

test.each([
  ['BASE_URL', 'service'],
  ['OIDC_ISSUER', 'signIn'],
  ['API_KEY_MAX_DAYS', 'signIn'],
  ['AI_API_KEY', 'ai'],
  ['SECRET_KEY', 'storage'],
  ['DATABASE_URL', 'storage'],
  ['DEFAULT_PAGE_SIZE', 'limits'],
])('%s is shown under %s', (name, group) => {
  expect(groupOf(name)).toBe(group)
})
