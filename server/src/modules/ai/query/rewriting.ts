import type { Embedding } from '../embedding/model.ts'
import type { MatchIntent } from './by-meaning.ts'
import { continues, needsExample, type Question } from './language/analysis.ts'
import { isTime, type Meaning } from './language/meaning.ts'
import { isWholeName, itemsOf, withoutNames, type Item } from './language/items.ts'
import { understand, type Understanding } from './language/understand.ts'
import { wordsOf } from './language/words.ts'

/** Minimum probability of a rewriting. */
const minProbability = 0.6
/** Higher where it says that a question is not about records, and even higher where the grammar found some in it. */
const minOfTalk = 0.8
const minOfTalkInstead = 0.95

/** What the rewriter writes for questions that are not about records, and what they are. */
const talk = new Map<string, Understanding>([
  ['knowledge', { kind: 'knowledge' }],
  ['decline', { kind: 'chatter' }],
])

interface ReadQuestion {
  question: Question
  /** With the introduction that the grammar leaves out, because it may name whom the question is about. */
  whole: string
  /** How the grammar understands it. */
  read: Understanding
}

/**
 * Where the grammar is in doubt, the question is put into plain words and understood again. The first understanding stays
 * when these words are improbable, not understood completely, or lack something that the question says for certain.
 */
export async function inPlainWords(
  { rewrite }: Pick<Embedding, 'rewrite'>,
  matchIntent: MatchIntent,
  { question, whole, read }: ReadQuestion,
): Promise<Understanding> {
  const items = itemsOf(question)
  const named = itemsOf({ ...question, text: whole }).filter(isNamed)
  const isMore = named.length > items.filter(isNamed).length
  if (continues(question) || !(isMore || isDoubtful(read))) return read
  const plain = await rewrite(whole)
  if (!plain) return read
  const { text, probability } = plain
  const other = talk.get(text)
  if (other) return probability >= (read.kind === 'meaning' ? minOfTalkInstead : minOfTalk) ? other : read
  const certain = [...named, ...items.filter(isMeasured)]
  if (probability < minProbability || !certain.every((item) => isIn(text, item))) return read
  const { before: _, ...alone } = question
  const again: Question = { ...alone, text }
  const nearest = needsExample(again) ? await matchIntent(withoutNames(again)) : undefined
  const found = understand(again, nearest)
  if (found.kind !== 'meaning' || isDoubtful(found) || contradicts(found.meaning)) return read
  // The same, without the words that it has to name.
  const isSame = read.kind === 'meaning' && saysSame(read.meaning, found.meaning)
  return isSame ? read : { ...found, read_as: text }
}

/** Whether open records are meant or said makes no difference. */
const saysSame = (one: Meaning, other: Meaning): boolean => {
  const textOf = (meaning: Meaning) =>
    JSON.stringify(meaning, (name, value: unknown) => (name === 'is_assumed' ? undefined : value))
  return textOf(one) === textOf(other)
}

/** Whether a value is required and excluded. */
const contradicts = ({ conditions }: Meaning): boolean => {
  const values = conditions.filter((each) => !isTime(each))
  return values.some(
    (each) =>
      each.is_negated &&
      values.some(
        (other) =>
          other.field === each.field &&
          !other.is_negated &&
          other.values.some((value) => each.values.includes(value)),
      ),
  )
}

/**
 * It leaves words out, guesses, or takes the question for one of the knowledge base. What it says of a record or a system that
 * is named stays: the words that it leaves out hardly change that.
 */
function isDoubtful(read: Understanding): boolean {
  if (read.kind !== 'meaning') return /^(?:knowledge|chatter|invalid)$/.test(read.kind)
  const { meaning, unused, assumed_example } = read
  if (!/^(?:list|count|stats)$/.test(meaning.intent) && !meaning.about) return false
  const isGuess = meaning.conditions.some((each) => 'is_guess' in each)
  return unused.length > 0 || assumed_example !== undefined || isGuess
}

const isMeasured = ({ is }: Item): boolean => is === 'time' || is === 'priority' || is === 'amount'
const isNamed = (item: Item): boolean =>
  /^(?:record|groups|email)$/.test(item.is) ||
  isWholeName(item) ||
  (item.is === 'name' && (item.person ?? item.opener) !== undefined)

/** Words of a time or an amount that may be said in another way: "in over a year", "for more than a year". */
const replaceable = new Set(
  'in for over than more the of at least past last within inside under during on from to'.split(' '),
)

/** Whether the plain words have this name, number or time. */
function isIn(plain: string, { text }: Item): boolean {
  const said = new Set(wordsOf(plain).map(({ low }) => singular(low)))
  return wordsOf(text).every(({ low }) => replaceable.has(low) || said.has(singular(low)))
}

const singular = (word: string) => word.replace(/s$/, '')
