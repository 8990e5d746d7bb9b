import type { Ctx } from '../../../db/ctx.ts'
import { cosine } from '../math/vectors.ts'
import { stemOf } from '../text/stem.ts'
import { wordsIn } from '../text/words.ts'
import type { Meaning } from './language/meaning.ts'
import { schemas } from './language/schema.ts'
import { textOf } from './answer-text.ts'
import { examples, type QuestionIntent } from './language/intents.ts'
import { senseAt } from './language/vocabulary.ts'
import type { NearestExample } from './language/analysis.ts'
import * as store from './store.ts'

/** Minimum match: most of the words, or a title with the same meaning. */
const minShare = 0.6
/** Lower if the question names a state, because fewer records have it. */
const minShareInState = 0.5
const minSimilarity = 0.55
/** An open record is preferred unless another fits much better. */
const openBonus = 0.3

/** Finds the record that a question describes, by words and by meaning, and the words that it does not contain. */
export async function findRecord(
  ctx: Ctx,
  encode: Encode,
  meaning: Meaning,
): Promise<{ meaning: Meaning; unused: string[] } | undefined> {
  const found = await findAmong(ctx, encode, { ...meaning, conditions: [] })
  return found ?? (meaning.conditions.length > 0 ? findAmong(ctx, encode, meaning) : undefined)
}

async function findAmong(ctx: Ctx, encode: Encode, meaning: Meaning) {
  const { noun, about = [], conditions } = meaning
  const candidates = await store.findByWords(ctx, noun, about, conditions)
  if (candidates.length === 0) return undefined
  const titles = candidates.map((record) => textOf(record[schemas[noun].title]))
  const [wanted, ...vectors] = await encode([about.join(' '), ...titles])
  const stems = about.map((word) => stemOf(word))
  const ranked = candidates
    .map((record, n) => {
      const words = new Set(wordsIn(`${titles[n]} ${textOf(record.category)}`).map((word) => stemOf(word)))
      const share = stems.filter((stem) => words.has(stem)).length / stems.length
      const similarity = cosine(wanted!, vectors[n]!)
      const bonus = schemas[noun].open_states.includes(textOf(record.state)) ? openBonus : 0
      const unused = about.filter((word, n) => !words.has(stems[n]!) && !senseAt([word], 0))
      return { record, share, similarity, unused, score: share + similarity + bonus }
    })
    .toSorted((a, b) => b.score - a.score)
  const leastShare = conditions.length > 0 ? minShareInState : minShare
  const best = ranked.find(
    ({ share, similarity, score }) =>
      // A single word is not enough to find a closed record.
      (about.length > 1 || score > share + similarity) &&
      (share >= leastShare || similarity >= minSimilarity),
  )
  if (!best) return undefined
  return { meaning: { ...meaning, record: { type: noun, id: best.record.id } }, unused: best.unused }
}

/** Encodes texts: the sentence encoder, or the static embedding. */
export type Encode = (texts: readonly string[]) => Promise<Float32Array[]>

/** Minimum cosine and number of examples that are offered when a question was not understood. */
const minAlike = 0.45
const mostAlike = 3
const isTalk = ({ is }: QuestionIntent) => ['knowledge', 'greeting', 'chatter', 'help'].includes(is)

/** Matches questions with the examples, whose vectors are computed once. */
export function openIntents(encode: Encode) {
  let vectors: Promise<Float32Array[]> | undefined
  const load = () => {
    vectors ??= encode(examples.map(({ example }) => example)).catch((error: unknown) => {
      vectors = undefined
      throw error
    })
    return vectors
  }
  /** The last form can only match questions about one record. */
  return async (forms: string[]): Promise<NearestExample> => {
    // Without names, all forms are the same text.
    const texts = [...new Set(forms)]
    const asked = await encode(texts)
    let known = await load()
    // The encoder has been replaced by the static embedding.
    if (known[0]!.length !== asked[0]!.length) {
      vectors = undefined
      known = await load()
    }
    const general = asked.slice(0, new Set(forms.slice(0, -1)).size)
    const ranked = examples
      .map(({ wants, example }, place) => {
        const comparable = wants.is === 'record' ? asked : general
        return { wants, example, score: Math.max(...comparable.map((each) => cosine(each, known[place]!))) }
      })
      .toSorted((a, b) => b.score - a.score)
    const rows = ranked.filter(({ wants, score }) => score >= minAlike && !isTalk(wants))
    const alike = rows.filter(({ wants }, n) => rows.findIndex((each) => each.wants === wants) === n)
    return { ...ranked[0]!, alike: alike.slice(0, mostAlike).map(({ example }) => example) }
  }
}

export type MatchIntent = ReturnType<typeof openIntents>
