import type { Api } from '../../http/api.ts'
import { Reply } from '../../http/reply.ts'
import { admins } from '../../kernel/actor.ts'
import { Demo, RemovedDemo } from './model.ts'
import * as demo from './service.ts'

const tag = 'Service'

export function mountDemo(api: Api): void {
  api.get(
    '/demo',
    { tag, summary: 'Get the state of the demo data', roles: admins, response: { 200: Demo } },
    demo.status,
  )

  api.delete(
    '/demo',
    {
      tag,
      summary: 'Remove the demo data',
      description:
        'Deletes the demo records, with the notes, votes and versions that users added to them. Records of users and the audit log are kept.',
      roles: admins,
      response: { 200: RemovedDemo },
    },
    demo.remove,
  )

  api.post(
    '/demo/reset',
    {
      tag,
      summary: 'Remove the demo data and load it again',
      description: 'Loading takes a few seconds; GET /demo returns its progress.',
      roles: admins,
      response: { 202: RemovedDemo },
    },
    async (ctx) => new Reply(202, await demo.reset(ctx)),
  )
}
