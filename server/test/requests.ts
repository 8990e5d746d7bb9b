import type { CatalogItem, ServiceRequest } from '../../console/src/api/schema.d.ts'
import type { TestApp } from './app.ts'
import { driveRecords } from './records.ts'

/** As the API returns them. */
export type { ServiceRequest, CatalogItem }
type State = ServiceRequest['state']

/** Service requests through HTTP, with another user who decides on them. */
export async function driveRequests(app: TestApp) {
  const requests = driveRecords<ServiceRequest>(app, {
    path: '/requests',
    table: 'requests',
    defaults: { short_description: 'A notebook for the new colleague' },
  })
  const board = await app.tokenFor('change_approver')
  const inState = async (state: State, body: object = {}): Promise<ServiceRequest> => {
    const { id } = await requests.create(body)
    if (state === 'cancelled') return requests.change(id, { state })
    if (state === 'rejected') return requests.done(id, 'reject', { comment: 'No' }, { as: board })
    if (state === 'submitted') return requests.get(id)
    let request = await requests.done(id, 'approve', {}, { as: board })
    const way: State[] = ['in_fulfillment', 'fulfilled', 'closed']
    for (const step of way.slice(0, way.indexOf(state) + 1))
      request = await requests.change(id, { state: step })
    return request
  }
  return { ...requests, board, inState }
}

export type Requests = Awaited<ReturnType<typeof driveRequests>>

/** Every item gets a unique name by default. */
export function driveCatalog(app: TestApp) {
  const items = driveRecords<CatalogItem>(app, {
    path: '/catalog/items',
    table: 'catalog_items',
    defaults: {},
  })
  const create = (body: object = {}) => items.create({ name: `Item ${crypto.randomUUID()}`, ...body })
  return { ...items, create }
}

export type Catalog = ReturnType<typeof driveCatalog>
