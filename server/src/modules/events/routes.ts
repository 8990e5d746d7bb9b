import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { Reply } from '../../http/reply.ts'
import { everyone } from '../../kernel/actor.ts'
import { invalidField } from '../../kernel/errors.ts'
import { eventTypes } from '../../kernel/event-types.ts'
import { Event } from '../../kernel/event.ts'
import { CommaList, Content, SingleLine, Query } from '../../kernel/schema.ts'
import * as store from './store.ts'
import type { Streams } from './stream.ts'

const tag = 'Events'

const Sequence = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Only events with a greater number',
})
const type = Type.Optional(CommaList(eventTypes))

export function mountEvents(api: Api, streams: Streams): void {
  api.list(
    '/events',
    {
      tag,
      summary: 'The event log',
      roles: everyone,
      item: Event,
      filters: { type, subject_id: Type.Optional(SingleLine(100)), after: Type.Optional(Sequence) },
      sorts: ['seq'],
      order: 'desc',
    },
    (ctx, { query: { type, subject_id, after } }, request) =>
      store.list(ctx.db, { types: type?.split(','), subject_id, after }, request),
  )

  api.get(
    '/events/stream',
    {
      tag,
      summary: 'New events as they happen (Server-Sent Events)',
      description:
        'Send the last id you have in the header Last-Event-ID, or as `after`, to go on where you stopped; without it the stream starts now.',
      roles: everyone,
      streams: true,
      query: Query({ type, after: Type.Optional(Sequence) }),
      response: { 200: Content('text/event-stream') },
    },
    async (ctx, input) => {
      const { query, headers } = input
      const given = headers['last-event-id']
      const after = given === undefined ? query.after : sequenceIn(String(given))
      const last = await store.lastSeq(ctx.db)
      const stream = streams.open(ctx, {
        // After a restore, numbers begin again below that of the client: it would wait for all of them to pass.
        after: Math.min(after ?? last, last),
        types: query.type?.split(',') ?? [...eventTypes],
        // With a new token the client can resume.
        isAllowed: () =>
          input.checkToken().then(
            () => true,
            () => false,
          ),
      })
      return new Reply(200, stream, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
    },
  )
}

function sequenceIn(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw invalidField('Last-Event-ID', 'pattern', 'Last-Event-ID must be the id of an event of this stream')
  return Number(text)
}
