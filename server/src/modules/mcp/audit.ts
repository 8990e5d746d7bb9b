import { transact, type Ctx } from '../../db/ctx.ts'
import { record } from '../../events/journal.ts'
import { printable } from './model.ts'

interface RecordedCall {
  tool: string
  agent: string
  outcome: string
  arguments: Record<string, unknown>
}

/** Only IDs: the texts of a call may be less visible than the audit log is. */
const idArguments = ['id', 'incident_id', 'ci_id']

export const recordCall = (
  ctx: Ctx,
  { tool, agent, outcome, arguments: args }: RecordedCall,
): Promise<void> =>
  transact(ctx, (ctx) => {
    const subject = idArguments.map((name) => printable(args[name], 40)).find((id) => id !== '')
    const values = { agent, outcome, ...(subject !== undefined && { record: subject }) }
    return record(ctx, printable(tool, 64) || 'unknown', {
      subject_type: 'mcp_tool',
      action: 'called',
      changes: Object.entries(values).map(([field, to]) => ({ field, from: null, to })),
    })
  })
