import { beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { driveOutbound, deliveryBodyIn } from '../../../test/outbound.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { driveCatalog, driveRequests, type ServiceRequest } from '../../../test/requests.ts'
import { expectSigned } from '../../../test/signed.ts'

const receiver = await startReceiver()
const app = await startApp({ ...receiver.env, SERVICE_INSTANCE: 'desk' })
const requests = await driveRequests(app)
const catalog = driveCatalog(app)
const outbound = driveOutbound(app, receiver.url)
beforeEach(() => void (receiver.received.length = 0))

const events = ['request.submitted', 'request.approved']
/** In order of arrival; the order between different requests is not guaranteed. */
const receivedEvents = (id?: string) =>
  receiver.received
    .map(deliveryBodyIn)
    .filter(({ data }) => id === undefined || data.id === id)
    .map(({ event, data }) => [event, data])

/** The payload about a request. */
const dataOf = (request: ServiceRequest, more: object) => ({
  id: request.id,
  url: `http://localhost:8080/requests/${request.id}`,
  short_description: request.short_description,
  item: request.item,
  item_id: request.item_id,
  category: request.category,
  requested_for: request.requested_for,
  quantity: request.quantity,
  variables: request.variables,
  priority: request.priority,
  assignment_group: request.assignment_group,
  assigned_to: null,
  created_by: request.created_by,
  ...more,
})

test('a webhook receives submission and approval, once each and signed, and no other events', async () => {
  const { id: webhook, secret } = await outbound.create({ events, sign_payloads: true })
  const request = await requests.create({
    quantity: 3,
    variables: { size: 13 },
    requested_for: 'eve@example.com',
  })
  await requests.change(request.id, { priority: 'P2' })
  await requests.change(request.id, { priority: 'P3' })
  const approved = await requests.done(request.id, 'approve', { comment: 'Yes' }, { as: requests.board })
  await requests.done(request.id, 'fulfil')
  await requests.change(request.id, { state: 'closed' })
  const refused = await requests.inState('rejected')

  await outbound.reached(webhook, 3, 'delivered')
  await outbound.settled()
  expect(receiver.received).toHaveLength(3)
  expect(receivedEvents(request.id)).toEqual([
    ['request.submitted', dataOf(request, { state: 'submitted', approval: request.approval })],
    ['request.approved', dataOf(request, { state: 'approved', approval: approved.approval })],
  ])
  expect(receivedEvents(refused.id)).toEqual([
    ['request.submitted', expect.objectContaining({ id: refused.id, state: 'submitted' })],
  ])
  for (const delivery of receiver.received) {
    expectSigned(delivery, secret!)
    expect(deliveryBodyIn(delivery).service_instance).toBe('desk')
  }
  await outbound.remove(webhook)
})

test('a request without approval is submitted and approved in one step, with both events in order', async () => {
  const { id: webhook } = await outbound.create({ events })
  const item = await catalog.create({ approval_required: false, category: 'software' })
  const request = await requests.create({ item: item.id })
  expect(request).toMatchObject({ state: 'approved', version: 1 })
  await outbound.reached(webhook, 2, 'delivered')
  await outbound.settled()
  const approval = { required: 0, decisions: [] }
  expect(receivedEvents()).toEqual([
    [
      'request.submitted',
      dataOf(request, { state: 'submitted', approval: { ...approval, status: 'pending' } }),
    ],
    [
      'request.approved',
      dataOf(request, { state: 'approved', approval: { ...approval, status: 'approved' } }),
    ],
  ])
  await outbound.remove(webhook)
})

test('a webhook can filter by item', async () => {
  const { id: webhook } = await outbound.create({
    events,
    filters: [{ field: 'request.item', operator: 'eq', value: 'VPN' }],
  })
  for (const item of ['Chair', 'VPN', null]) await requests.create({ item })
  await outbound.reached(webhook, 1, 'delivered')
  await outbound.settled()
  expect(receivedEvents()).toEqual([['request.submitted', expect.objectContaining({ item: 'VPN' })]])
  await outbound.remove(webhook)
})
