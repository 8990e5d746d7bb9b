import { seal, unseal, type Keys } from '../../kernel/crypto.ts'
import { readAgent, type Agent } from './model.ts'

const context = 'mcp session'

/**
 * Clients of the 2025 revisions say who they are only once. The session ID that they get back carries it, encrypted, so that
 * every worker and node can read it and none has to keep it.
 */
export const openSession = (keys: Keys, actor_id: string, agent: Agent): string =>
  seal(keys, context, JSON.stringify({ actor_id, ...agent }))

/** Undefined for an ID that is not ours, of another caller, or of a retired key. */
export function agentOfSession(keys: Keys, actor_id: string, session: string): Agent | undefined {
  try {
    const read = JSON.parse(unseal(keys, context, session)) as Agent & { actor_id: string }
    return read.actor_id === actor_id ? readAgent(read) : undefined
  } catch {
    return undefined
  }
}
