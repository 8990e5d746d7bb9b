import type { Ctx } from '../../../db/ctx.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { sha256 } from '../../../kernel/crypto.ts'
import { encoderName } from '../embedding/encoder.ts'
import { formOf, isCanonical, keyForm, letterForm } from './question/form.ts'
import { isSameBy, judgeByWords } from './question/guard.ts'
import { takeApart } from './question/question-words.ts'
import { rules, type Question } from './model.ts'
import type { Neighbour } from './neighbours.ts'
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

/** The vector of a question; none when the encoder is not there, since only it can compare questions. */
export async function encodeQuestion({ embedding }: Cache, text: string): Promise<Float32Array | undefined> {
  if (embedding.name !== encoderName) return undefined
  const [vector] = await embedding.encode([text], { urgent: true })
  return embedding.name === encoderName ? vector : undefined
}

/** So many are compared, nearest first: each takes the model a few milliseconds. */
const maxCompared = 4

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
    findCurrent(ctx, cache, question, key),
    form && cache.mirror.load(ctx.db, partition),
  ])
  if (exact || !form) return exact
  const vector = await encodeQuestion(cache, question.text)
  if (!vector) return undefined
  const near = cache.mirror.near(partition, vector).filter((each) => each.key !== key)
  for await (const same of sameAmong(cache, question.text, form, near)) {
    const found = await findCurrent(ctx, cache, question, same)
    if (found) return found
    cache.mirror.forget(partition, same)
  }
  if (near.length > 0) cache.note(question.endpoint, { guard_refusals: 1 })
  return undefined
}

/** The keys of those that ask the same. */
async function* sameAmong({ embedding }: Cache, text: string, form: string, near: Neighbour[]) {
  const asked = takeApart(form)
  let compared = 0
  for (const { key, question } of near) {
    const verdict = judgeByWords(asked, question.words)
    if (verdict) yield key
    if (verdict !== undefined || compared++ >= maxCompared) continue
    const logit = await embedding.compare(text, question.text)
    if (logit !== undefined && isSameBy(logit, asked, question.words)) yield key
  }
}

/** The cached entry. One that cites a record which has changed since is deleted. */
async function findCurrent(
  { db }: Ctx,
  cache: Cache,
  { endpoint }: Question,
  key: string,
): Promise<store.StoredAnswer | undefined> {
  const found = await store.find(db, key)
  if (!found || found.is_current) return found
  await store.forget(db, key)
  cache.note(endpoint, { invalidated: 1 })
  return undefined
}
