import assert from 'node:assert/strict'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../../test/any-text.ts'
import { validatorCompiler } from '../../../http/validate.ts'
import { Problem } from '../../../kernel/errors.ts'
import { incident } from '../../incidents/model.ts'
import { compileMapping, mapPayload, targets, type MappedPayload } from './mapping.ts'

const mapping = compileMapping(
  Object.fromEntries(targets.map((name) => [name, `{{ ${name} }}`])),
  'short_description',
)
const isAccepted = validatorCompiler({ schema: incident.create, httpPart: 'body' } as never) as (
  value: unknown,
) => { error?: Error }

/** Undefined if the mapping refuses the payload. */
function mapped(payload: unknown): MappedPayload | undefined {
  try {
    return mapPayload(mapping, payload, 'short_description')
  } catch (error) {
    if (error instanceof Problem && error.errors!.every(({ field }) => targets.includes(field as never)))
      return undefined
    throw error
  }
}

const odd = fc.constantFrom(
  'P1',
  ' p2 ',
  'HIGH',
  'CI7',
  'CHG0000001',
  'a@b.co',
  'ä@b.co',
  '\u0085',
  '\u2028',
  '🔥',
)
const value = fc.oneof(
  odd,
  fc
    .array(fc.oneof(odd, fc.string({ unit: anyCharacter })), { maxLength: 200 })
    .map((parts) => parts.join('')),
  fc.jsonValue(),
  fc.nat({ max: 5 }).map((n) => 'x'.repeat(10 ** n)),
)

test('for any payload the result is an incident that the API would accept', () => {
  const payload = fc.record(Object.fromEntries(targets.map((name) => [name, value])), { requiredKeys: [] })
  let made = 0
  fc.assert(
    fc.property(payload, ({ priority, impact, urgency, ...rest }) => {
      // So that fields with few valid values do not reject nearly every payload.
      for (const tried of [
        rest,
        { ...rest, ci_id: '', change_id: '', duplicate_of: '', assigned_to: '' },
        { priority, impact, urgency },
      ]) {
        const incident = mapped({ short_description: 'x', ...tried })?.incident
        if (!incident) continue
        made++
        assert.equal(isAccepted(structuredClone(incident)).error, undefined)
        assert.ok(!Object.values(incident).includes(''))
      }
    }),
    { numRuns: 2000 },
  )
  expect(made).toBeGreaterThan(1000)
})

test('a description begins with its first line, however the values before it are missing', () => {
  const description = '\n \n\n  Host: db-1\nTags: \n\n'
  expect(mapped({ short_description: 'x', description })!.incident.description).toBe('  Host: db-1\nTags:')
})

test('enum values are matched in any case', () => {
  const { incident } = mapped({ short_description: 'x', priority: ' p1\n', impact: 'HIGH', urgency: 'Low' })!
  expect(incident).toMatchObject({ priority: 'P1', impact: 'high', urgency: 'low' })
})

test('the alert key and the note are not part of the incident', () => {
  const all = mapped({ short_description: 'x', dedup_key: ' k ', work_note: 'done' })!
  expect(all).toEqual({ incident: { short_description: 'x' }, dedup_key: ' k ', work_note: 'done' })
  expect(mapped({ short_description: 'x', dedup_key: '  ' })).toEqual({
    incident: { short_description: 'x' },
  })
})
