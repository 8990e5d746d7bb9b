import type { Role } from '../src/kernel/actor.ts'
import type { Answer, ConfirmedQuestion } from '../src/modules/ai/cache/model.ts'
import type { Cache } from '../src/modules/ai/cache/open.ts'
import { answer } from '../src/modules/ai/cache/service.ts'
import type { TestApp } from './app.ts'

export interface Body {
  answer: string
}

export interface More extends Partial<ConfirmedQuestion<Body>> {
  roles?: Role[]
  /** Whoever asks; rights are the roles, not the name. */
  actor_id?: string
  compute?: () => Promise<Answer<Body>>
}

/** Questions to the cache itself; a new answer tells how many were computed before it. */
export function driveCache(app: TestApp, cache: Cache) {
  let computed = 0
  const made = (): Answer<Body> => ({
    body: { answer: `answer ${++computed}` },
    model_used: 'local/test',
    tokens_used: 7,
    sources: [],
  })
  return {
    made,
    /** How many answers were computed so far. */
    computed: () => computed,
    ask: (text: string, more: More = {}) => {
      const { roles = ['itsm_agent'], actor_id = 'usr_one', compute = async () => made(), ...question } = more
      const actor = { id: actor_id, kind: 'user' as const, email: 'a@example.com', name: 'A', roles }
      const whole = {
        endpoint: 'ask' as const,
        partition: {},
        is_semantic: true,
        bypass: false,
        text,
        ...question,
      }
      return answer({ ...app.ctx(), actor }, cache, whole, compute)
    },
    entries: () =>
      app.query<{ key: string; endpoint: string; form: string | null; minutes: number }>(
        `select key, endpoint, form, extract(epoch from expires_at - created_at)::int / 60 as minutes
         from ai_cache order by seq`,
      ),
    counts: async () => {
      await cache.flush()
      const [row] = await app.query<Record<string, number>>(
        `select sum(hits)::int as hits, sum(misses)::int as misses, sum(guard_refusals)::int as guard_refusals,
           sum(expired)::int as expired, sum(invalidated)::int as invalidated, sum(tokens_saved)::int as tokens_saved
         from ai_cache_counts`,
      )
      return row!
    },
    clear: async () => {
      await cache.flush()
      await app.query('truncate ai_cache, ai_cache_counts')
    },
  }
}
