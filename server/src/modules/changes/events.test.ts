import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveChanges, type Change } from '../../../test/changes.ts'
import { driveOutbound, deliveryBodyIn } from '../../../test/outbound.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { expectSigned } from '../../../test/signed.ts'

const receiver = await startReceiver()
const app = await startApp({ ...receiver.env, SERVICE_INSTANCE: 'desk' })
const changes = await driveChanges(app)
const outbound = driveOutbound(app, receiver.url)

const events = ['change.submitted', 'change.approved', 'change.rejected']

/** The payload about a change. */
const dataOf = (change: Change, more: object) => ({
  id: change.id,
  url: `http://localhost:8080/changes/${change.id}`,
  short_description: change.short_description,
  type: 'normal',
  risk: 'medium',
  impact: null,
  priority: 'P3',
  category: null,
  assignment_group: null,
  assigned_to: null,
  requested_by: change.requested_by,
  ci_ids: [],
  planned_start: '2027-06-01T08:00:00.000Z',
  planned_end: null,
  ...more,
})

test('a webhook receives submission, approval and rejection, once each and signed, and no other events', async () => {
  const { id: webhook, secret } = await outbound.create({ events, sign_payloads: true })
  const draft = await changes.create({ state: 'draft', planned_start: '2027-06-01T08:00:00Z' })
  await changes.change(draft.id, { category: 'x' })
  await changes.change(draft.id, { category: null })
  const submitted = await changes.done(draft.id, 'submit')
  const rejected = await changes.done(draft.id, 'reject', { comment: 'Later' }, { as: changes.board })
  await changes.change(draft.id, { state: 'draft' })
  await changes.change(draft.id, { state: 'submitted' })
  const approved = await changes.done(draft.id, 'approve', {}, { as: changes.board })
  await changes.change(draft.id, { state: 'scheduled' })
  await changes.change(draft.id, { state: 'cancelled' })

  await outbound.reached(webhook, 4, 'delivered')
  await outbound.settled()
  const pending = { state: 'submitted', approval: submitted.approval }
  expect(receiver.received.map(deliveryBodyIn).map(({ event, data }) => [event, data])).toEqual([
    ['change.submitted', dataOf(draft, pending)],
    ['change.rejected', dataOf(draft, { state: 'rejected', approval: rejected.approval })],
    ['change.submitted', dataOf(draft, pending)],
    ['change.approved', dataOf(draft, { state: 'approved', approval: approved.approval })],
  ])
  for (const delivery of receiver.received) {
    expectSigned(delivery, secret!)
    expect(deliveryBodyIn(delivery).service_instance).toBe('desk')
  }
  expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(4)
  await outbound.remove(webhook)
})

test('a webhook can filter by risk', async () => {
  receiver.received.length = 0
  const { id: webhook } = await outbound.create({
    events,
    filters: [{ field: 'change.risk', operator: 'eq', value: 'high' }],
  })
  const wanted = []
  for (const risk of ['low', 'high', 'medium', 'high']) {
    const { id } = await changes.create({ risk })
    if (risk === 'high') wanted.push(id)
  }
  await outbound.reached(webhook, 2, 'delivered')
  await outbound.settled()
  // The order between different changes is not guaranteed.
  expect(
    receiver.received
      .map(deliveryBodyIn)
      .map(({ data }) => data.id as string)
      .toSorted(),
  ).toEqual(wanted)
})
