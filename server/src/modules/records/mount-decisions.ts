import type { TSchema } from 'typebox'
import type { Ctx } from '../../db/ctx.ts'
import type { Api } from '../../http/api.ts'
import { approvers } from '../../kernel/actor.ts'
import { Approve, Reject } from './approval.ts'
import type { DecisionInput } from './decisions.ts'
import type { RecordJson } from './model.ts'
import { recordReply } from './mount.ts'

interface DecidedResource {
  tag: string
  noun: { subject_type: string; path: string; answer: TSchema }
  decide: (ctx: Ctx, id: string, input: DecisionInput) => Promise<RecordJson>
}

export function mountDecisions(api: Api, { tag, noun, decide }: DecidedResource): void {
  const { path, subject_type } = noun
  const spec = { tag, roles: approvers, response: { 200: noun.answer } }

  api.post(
    `${path}/:id/approve`,
    {
      ...spec,
      summary: `Approve a ${subject_type}`,
      description: `You cannot decide on your own ${subject_type}. The last required approval approves it.`,
      body: Approve,
      optionalBody: true,
    },
    async (ctx, { params, body, headers }) => {
      const input = { comment: body.comment ?? null, if_match: headers['if-match'] }
      return recordReply(200, await decide(ctx, params.id, { verdict: 'approved', ...input }))
    },
  )

  api.post(
    `${path}/:id/reject`,
    { ...spec, summary: `Reject a ${subject_type} with a reason`, body: Reject },
    async (ctx, { params, body, headers }) => {
      const input = { comment: body.comment, if_match: headers['if-match'] }
      return recordReply(200, await decide(ctx, params.id, { verdict: 'rejected', ...input }))
    },
  )
}
