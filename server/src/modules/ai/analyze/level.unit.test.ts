import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countBy, levelOf, type AffectedCi, type Extent } from './level.ts'
import { levels } from './model.ts'

const ci = (more: Partial<AffectedCi> = {}): AffectedCi => ({
  id: 'CI0000001',
  name: 'db-01',
  class: 'server',
  environment: 'production',
  criticality: null,
  ...more,
})
const nothing: Extent = { roots: [], affected: [], open_priorities: [] }

test.for<[string, Partial<Extent>, string, RegExp]>([
  ['names no CI', {}, 'low', /names no CI/],
  ['is about a CI that nothing depends on', { roots: [ci()] }, 'low', /Nothing in the CMDB depends/],
  ['touches one other CI', { roots: [ci()], affected: [ci()] }, 'low', /1 CI depends on it/],
  ['touches three others', { roots: [ci()], affected: [ci(), ci(), ci()] }, 'medium', /3 CIs depend/],
  ['touches twenty others', { affected: Array.from({ length: 20 }, () => ci()) }, 'high', /20 CIs/],
  [
    'touches a critical one',
    { affected: [ci({ criticality: 'critical', name: 'erp' })] },
    'high',
    /1 critical CI: erp/,
  ],
  [
    'touches one that is critical in a test',
    { affected: [ci({ criticality: 'critical', environment: 'test' })] },
    'low',
    /1 CI depends/,
  ],
  [
    'is about an important one',
    { roots: [ci({ criticality: 'high' })] },
    'medium',
    /of high criticality: db-01/,
  ],
  ['meets a P1', { roots: [ci()], open_priorities: ['P3', 'P1'] }, 'high', /A P1 incident is open/],
  ['is a P2', { priority: 'P2' }, 'medium', /It is a P2 incident/],
  ['is a risk', { risk: 'high' }, 'high', /Its risk is high/],
])('what %s', ([, extent, level, reason]) => {
  const found = levelOf({ ...nothing, ...extent })
  expect(found.level).toBe(level)
  expect(found.reasons.join('\n')).toMatch(reason)
})

describe('the impact level', () => {
  const anyCi = fc.record({
    id: fc.string(),
    name: fc.string(),
    class: fc.constantFrom('server', 'application'),
    environment: fc.constantFrom(null, 'production', 'test'),
    criticality: fc.constantFrom(null, 'low', 'medium', 'high', 'critical'),
  })
  const anyCis = fc.array(anyCi, { maxLength: 25 })
  const anyPriorities = fc.array(fc.constantFrom('P1', 'P2', 'P3', 'P4'), { maxLength: 4 })

  test('has a reason, and never falls when more is affected', () => {
    fc.assert(
      fc.property(anyCis, anyCis, anyPriorities, anyCi, (roots, affected, open_priorities, more) => {
        const before = levelOf({ roots, affected, open_priorities })
        const after = levelOf({
          roots,
          affected: [...affected, more],
          open_priorities: [...open_priorities, 'P4'],
        })
        expect(before.reasons).not.toEqual([])
        expect(levels.indexOf(after.level)).toBeGreaterThanOrEqual(levels.indexOf(before.level))
      }),
    )
  })
})

test('unknown properties of a CI are counted as unknown', () => {
  expect(countBy([ci(), ci({ criticality: 'high' }), ci()], 'criticality')).toEqual({ high: 1, unknown: 2 })
  expect(countBy([ci(), ci({ class: 'constructor' })], 'class')).toEqual({ constructor: 1, server: 1 })
})
