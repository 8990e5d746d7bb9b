import { expect, test } from 'vitest'
import { pageOf } from './own-links.ts'

const here = 'https://itsm.example'

test.each([
  ['/incidents/INC0000001', '/incidents/INC0000001'],
  [`${here}/prod/api/v1/incidents/INC0000001`, '/incidents/INC0000001'],
  [`${here}/prod/api/knowledge/articles/KB0000002`, '/knowledge/KB0000002'],
  ['/knowledge?q=vpn#top', '/knowledge?q=vpn#top'],
])('%s leads to the page %s', (href, page) => {
  expect(pageOf(href, here)).toBe(page)
})

test.each([
  'https://other.example/incidents',
  '//other.example/incidents',
  'http://itsm.example/incidents',
  'https://itsm.example:8443/',
  'https://itsm.example.evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://[',
  'https://itsm.example//other.example/incidents',
  'https://itsm.example/\\other.example/incidents',
  '/prod/api//other.example/incidents',
  '/prod/api/v1//other.example/incidents',
])('%s is not a page of the console', (href) => {
  expect(pageOf(href, here)).toBeUndefined()
})
