import { expect, test } from 'vitest'
import { conditionsOf } from '../records/store.ts'
import { conditionOf } from './list-conditions.ts'
import { incident } from './model.ts'

test.for([
  ['reopened', `state in ('reopened')`],
  ['closed,new,closed', `state in ('new', 'closed')`],
  [`new,x') or true --`, `state in ('new')`],
])('states are literals in the order of the declaration: %s', ([state, condition]) => {
  const statement = { sqlFragments: [condition], parameters: [] }
  expect(conditionOf('state', state).toOperationNode()).toMatchObject(statement)
  const [inOtherLists] = conditionsOf(incident.filters, { state })
  expect(inOtherLists!.toOperationNode()).toMatchObject(statement)
})
