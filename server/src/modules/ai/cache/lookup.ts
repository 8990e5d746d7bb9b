import type { Ctx } from '../../../db/ctx.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { sha256 } from '../../../kernel/crypto.ts'
import { encoderName } from '../embedding/encoder.ts'
import { formOf, isCanonical, keyForm, letterForm } from './question/form.ts'
import { asksTheSame } from './question/guard.ts'
import { takeApart } from './question/question-words.ts'
import { rules, type Question } from './model.ts'
import type { Cache } from './open.ts'
import * as store from './store.ts'

export interface CacheSlot {
  key: string
  partition: string
  /** Null when only the identical question is a hit. */
  form: string | null
}

/** Callers with the same rights may share an answer. */
const rightsOf = (actor: Actor): string => actor.roles.toSorted().join(' ')

export function slotOf({ actor }: Ctx, { embedding }: Cache, question: Question): CacheSlot {
  const { endpoint, text, is_semantic } = question
  const facts = Object.entries(question.partition).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const partition = sha256(JSON.stringify([rules, embedding.name, endpoint, rightsOf(actor), facts]))
  const form = is_semantic ? formOf(text) : letterForm(text)
  return { key: sha256(`${partition}\n${keyForm(form)}`), partition, form: isCanonical(form) ? form : null }
}

/** The vector of a question; none when the encoder is not there, since the guard was trained with its vectors only. */
export async function encodeQuestion({ embedding }: Cache, text: string): Promise<Float32Array | undefined> {
  if (embedding.name !== encoderName) return undefined
  const [vector] = await embedding.encode([text], { urgent: true })
  return embedding.name === encoderName ? vector : undefined
}

/** Candidates read at once: more than one, since the nearest may have been deleted. */
const candidates = 5

/** The cached answer to the question, or to the same question in other words. */
export async function findCached(
  ctx: Ctx,
  cache: Cache,
  question: Question,
  slot: CacheSlot,
): Promise<store.StoredAnswer | undefined> {
  const { partition, form, key } = slot
  // In parallel, since the second is usually needed too, and the round trip takes longest.
  const [exact] = await Promise.all([
    findCurrent(ctx, cache, question, [key]),
    form && cache.mirror.load(ctx.db, partition),
  ])
  if (exact || !form) return exact
  const vector = await encodeQuestion(cache, question.text)
  if (!vector) return undefined
  const near = cache.mirror.near(partition, vector)
  const asked = { ...takeApart(form), vector }
  const same = near
    .filter((each) => each.key !== key && asksTheSame(cache.network, asked, each.question))
    .slice(0, candidates)
  if (same.length === 0) {
    if (near.length > 0) cache.note(question.endpoint, { guard_refusals: 1 })
    return undefined
  }
  const keys = same.map(({ key }) => key)
  const found = await findCurrent(ctx, cache, question, keys)
  if (!found) cache.mirror.forget(partition, keys)
  return found
}

/** The first cached one. An entry that cites a record which has changed since is deleted. */
async function findCurrent(
  { db }: Ctx,
  cache: Cache,
  { endpoint }: Question,
  keys: string[],
): Promise<store.StoredAnswer | undefined> {
  const found = await store.find(db, keys)
  const stale = found.filter(({ is_current }) => !is_current).map(({ key }) => key)
  if (stale.length > 0) {
    await store.forget(db, stale)
    cache.note(endpoint, { invalidated: stale.length })
  }
  return found
    .filter(({ is_current }) => is_current)
    .toSorted((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key))[0]
}
