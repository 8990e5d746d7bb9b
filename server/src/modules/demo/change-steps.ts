import type { Ctx, Tx } from '../../db/ctx.ts'
import { hour } from '../../kernel/durations.ts'
import * as changes from '../changes/service.ts'
import { momentOf } from './calendar.ts'
import type { ChangeEntry } from './model.ts'
import { actorOf, type Step, type Scenario } from './step.ts'

export const changeSteps = (scenario: Scenario): Step[] =>
  scenario.content.changes.flatMap((change) => [submission(scenario, change), ...stepsOf(scenario, change)])

function submission({ now, ids }: Scenario, change: ChangeEntry): Step {
  const { key, group, by, created, window, cis, steps: _, ...fields } = change
  const start = momentOf(now, window)
  const input = {
    ...fields,
    assignment_group: group,
    assigned_to: by,
    planned_start: start.toISOString(),
    planned_end: new Date(start.getTime() + window.hours * hour).toISOString(),
  }
  return {
    at: momentOf(now, created),
    by,
    run: async (ctx) => {
      const ci_ids = cis.map((name) => ids.of('configuration_item', name))
      ids.keep('change', key, await changes.create(ctx, { ...input, ci_ids }))
    },
  }
}

const stateAfter = {
  schedule: 'scheduled',
  start: 'implementing',
  review: 'review',
  close: 'closed',
  cancel: 'cancelled',
} as const

const stepsOf = ({ content, now, ids }: Scenario, { key, by, steps }: ChangeEntry): Step[] =>
  steps.map((step) => ({
    at: momentOf(now, step),
    by: step.by ?? by,
    run: async (ctx) => {
      const id = ids.of('change', key)
      if (step.do !== 'approve' && step.do !== 'reject')
        return changes.update(ctx, id, { state: stateAfter[step.do], ...resultOf(step) })
      const board = content.company.board.filter((member) => member !== by)
      const comment = step.comment ?? null
      if (step.do === 'approve') return approve(ctx, id, board, comment)
      return changes.decide({ ...ctx, actor: actorOf(board[0]!) }, id, { verdict: 'rejected', comment })
    },
  }))

const resultOf = ({ do: verb, close_code = 'successful', close_notes }: ChangeEntry['steps'][number]) =>
  verb === 'close' ? { close_code, ...(close_notes && { close_notes }) } : {}

/** As many approvals as the instance requires; only the first has the comment. */
async function approve(ctx: Ctx<Tx>, id: string, board: string[], comment: string | null): Promise<void> {
  for (const [i, member] of board.slice(0, ctx.config.change_approvals).entries())
    await changes.decide({ ...ctx, actor: actorOf(member) }, id, {
      verdict: 'approved',
      comment: i === 0 ? comment : null,
    })
}
