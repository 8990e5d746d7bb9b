import { expect, test } from 'vitest'
import { splitHosts } from './split-hosts.ts'

test.each([
  ['postgres://u:p@a:5432/db', ['postgres://u:p@a:5432/db']],
  ['postgres://u@/db?host=/run/a,b', ['postgres://u@/db?host=/run/a,b']],
  ['postgres://a,b/db', ['postgres://a/db', 'postgres://b/db']],
  [
    'postgres://u:p,q@a:1,b:2,[::1]:3/db?sslmode=require',
    [
      'postgres://u:p,q@a:1/db?sslmode=require',
      'postgres://u:p,q@b:2/db?sslmode=require',
      'postgres://u:p,q@[::1]:3/db?sslmode=require',
    ],
  ],
])('%s names one address for each host', (url, addresses) => {
  expect(splitHosts(url)).toEqual(addresses)
})
