import type { Ctx } from '../../../db/ctx.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { sha256 } from '../../../kernel/crypto.ts'
import { encoderName } from '../embedding/encoder.ts'
import { formOf, isCanonical, keyForm, letterForm } from './question/form.ts'
import { isSameBy, judgeByWords } from './question/guard.ts'
import { questionWordsOf, type QuestionWords } from './question/question-words.ts'
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
export const rightsOf = (actor: Actor): string => actor.roles.toSorted().join(' ')

export function slotOf({ actor }: Ctx, { embedding }: Cache, question: Question): CacheSlot {
  const { endpoint, text, is_semantic } = question
  const facts = Object.entries(question.partition).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const partition = sha256(JSON.stringify([rules, embedding.name, endpoint, rightsOf(actor), facts]))
  const form = is_semantic ? formOf(text) : letterForm(text)
  return { key: sha256(`${partition}\n${keyForm(form)}`), partition, form: isCanonical(form) ? form : null }
}

/** The vector of a question; undefined without the encoder, which is needed to compare questions. */
export async function encodeQuestion({ embedding }: Cache, text: string): Promise<Float32Array | undefined> {
  if (embedding.name !== encoderName) return undefined
  const [vector] = await embedding.encode([text], { urgent: true })
  return embedding.name === encoderName ? vector : undefined
}

/** Maximum comparisons, nearest first: each takes the model about ten milliseconds. */
const maxCompared = 4
/** After the nearest, only questions with this cosine are compared; others are hardly ever the same (ADR 0017). */
const minFurtherCosine = 0.65

/** The cached answer to the question, or to the same question in other words. */
export async function findCached(
  ctx: Ctx,
  cache: Cache,
  question: Question,
  slot: CacheSlot,
): Promise<store.StoredAnswer | undefined> {
  const { partition, form, key } = slot
  if (!form) return findCurrent(ctx, cache, question, key)
  const asked = questionWordsOf(form)
  // The encoder runs during the database query, unless the words are already known here.
  const early = knownSame(cache, slot, asked).length === 0 ? encodeQuestion(cache, question.text) : undefined
  early?.catch(() => {}) // whoever still needs the vector gets the error
  // In parallel, since the second is usually needed too, and the round trip takes longest.
  const [exact] = await Promise.all([
    findCurrent(ctx, cache, question, key),
    cache.mirror.load(ctx.db, partition),
  ])
  const others = knownSame(cache, slot, asked).filter((each) => each !== key)
  const known = exact ?? (await firstCurrent(ctx, cache, question, partition, others))
  if (known) return known
  const vector = await (early ?? encodeQuestion(cache, question.text))
  if (!vector) return undefined
  const near = cache.mirror.near(partition, vector).filter((each) => each.key !== key)
  const same = sameAmong(cache, question.text, asked, near)
  const found = await firstCurrent(ctx, cache, question, partition, same)
  if (found) cache.recognised.set(key, found.key)
  else if (near.length > 0) cache.note(question.endpoint, { guard_refusals: 1 })
  return found
}

/** Keys of hits that need no model: compared before, or the same by their words alone. */
function knownSame({ mirror, recognised }: Cache, { partition, key }: CacheSlot, asked: QuestionWords) {
  const before = recognised.get(key)
  const inSameWords = mirror
    .ofSameStems(partition, asked)
    .filter(({ question }) => judgeByWords(asked, question.words))
    .map((each) => each.key)
  return before ? [before, ...inSameWords] : inSameWords
}

/** Keys of paraphrases, as decided by the model. */
async function* sameAmong({ embedding }: Cache, text: string, asked: QuestionWords, near: Neighbour[]) {
  let compared = 0
  for (const { key, question, cosine } of near) {
    if (compared === maxCompared || (compared > 0 && cosine < minFurtherCosine)) return
    if (judgeByWords(asked, question.words) !== undefined) continue
    compared++
    const logit = await embedding.compare(text, question.text)
    if (logit !== undefined && isSameBy(logit, asked, question.words)) yield key
  }
}

/** The first of these answers that is still there. */
async function firstCurrent(
  ctx: Ctx,
  cache: Cache,
  question: Question,
  partition: string,
  keys: Iterable<string> | AsyncIterable<string>,
): Promise<store.StoredAnswer | undefined> {
  for await (const key of keys) {
    const found = await findCurrent(ctx, cache, question, key)
    if (found) return found
    cache.mirror.forget(partition, key)
  }
  return undefined
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
