import { expect, test } from 'vitest'
import { auditActions, auditTypes } from '../words/audit.ts'
import { inWords, storedName } from './audit-names.ts'

test('stored names are shown in words', () => {
  expect(['updated', 'token_issued', 'sla_warned'].map((name) => inWords(auditActions, name))).toEqual([
    'Updated',
    'Token issued',
    'SLA warning',
  ])
  expect(inWords(auditTypes, 'configuration_item')).toBe('Configuration item')
})

test('a filter takes the stored name and its words', () => {
  for (const typed of ['sla_warned', 'SLA warning', ' sla WARNING '])
    expect(storedName(auditActions, typed)).toBe('sla_warned')
  expect(storedName(auditActions, 'Signed in')).toBe('signed_in')
  expect(storedName(auditTypes, 'API key')).toBe('api_key')
  expect(storedName(auditTypes, '')).toBe('')
})
