import type { Ctx } from '../../../db/ctx.ts'
import { Problem } from '../../../kernel/errors.ts'
import { randomId } from '../../../kernel/ids.ts'
import { storable } from '../deliveries/model.ts'
import type { Answer } from './model.ts'
import * as store from './store.ts'

const keptBytes = 64 * 1024

/** Keeps the payload and what became of it, for people who set a webhook up and wonder. */
export async function keepCall(
  ctx: Ctx,
  webhook_id: string,
  bytes: Buffer,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const call = { id: randomId('in_'), webhook_id, payload: storable(bytes.toString('utf8', 0, keptBytes)) }
  try {
    const answer = await work()
    const incident_id = answer.incident_id ?? null
    await store.insertCall(ctx.db, { ...call, status: answer.status, incident_id, error: null })
    return answer
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, message } = error
    await store.insertCall(ctx.db, {
      ...call,
      status: 'rejected',
      incident_id: null,
      error: { code, message },
    })
    throw error
  }
}
