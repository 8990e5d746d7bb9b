import type { Api } from '../../http/api.ts'
import { Reply } from '../../http/reply.ts'
import { admins } from '../../kernel/actor.ts'
import { Demo, RemovedDemo } from './model.ts'
import * as demo from './service.ts'

const tag = 'Service'

export function mountDemo(api: Api): void {
  api.get(
    '/demo',
    { tag, summary: 'Which demo data there are', roles: admins, response: { 200: Demo } },
    demo.status,
  )

  api.delete(
    '/demo',
    {
      tag,
      summary: 'Remove the demo data',
      description:
        'Takes the demo records out of the database, with notes, votes and versions that people have added to them. What people have made stays. The audit log stays.',
      roles: admins,
      response: { 200: RemovedDemo },
    },
    demo.remove,
  )

  api.post(
    '/demo/reset',
    {
      tag,
      summary: 'Remove the demo data and load them anew',
      description: 'GET /demo tells when they are loaded: a few seconds later.',
      roles: admins,
      response: { 202: RemovedDemo },
    },
    async (ctx) => new Reply(202, await demo.reset(ctx)),
  )
}
