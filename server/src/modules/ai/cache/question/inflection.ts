import { isOneEditApart } from '../../text/distance.ts'
import { singularOf } from '../../text/stem.ts'
import { nouns, verbs } from './vocabulary.ts'

/** A word in its plain form. What is done is not what somebody does: `-ed` stays visible, `-ing` does not. */
export interface Plain {
  base: string
  is_past: boolean
  is_ongoing: boolean
}

const irregular = new Map([
  ['sent', 'send'],
  ['lost', 'lose'],
  ['found', 'find'],
  ['given', 'give'],
  ['gave', 'give'],
  ['taken', 'take'],
  ['took', 'take'],
  ['broken', 'break'],
  ['broke', 'break'],
  ['frozen', 'freeze'],
  ['hidden', 'hide'],
  ['written', 'write'],
  ['stolen', 'steal'],
  ['kept', 'keep'],
  ['made', 'make'],
  ['got', 'get'],
  ['chosen', 'choose'],
  ['withdrawn', 'withdraw'],
  ['bought', 'buy'],
  ['paid', 'pay'],
  ['held', 'hold'],
  ['seen', 'see'],
  ['shown', 'show'],
])

const oneSpelling = new Map([
  ['forgot', 'forget'],
  ['forgotten', 'forget'],
  ['licence', 'license'],
  ['centre', 'center'],
  ['catalogue', 'catalog'],
  ['programme', 'program'],
  ['colour', 'color'],
  ['behaviour', 'behavior'],
  ['favourite', 'favorite'],
  ['dialogue', 'dialog'],
  ['disc', 'disk'],
  ['grey', 'gray'],
  ['cancelled', 'canceled'],
  ['cancelling', 'canceling'],
  ['analyse', 'analyze'],
  ['analysed', 'analyzed'],
  ['teh', 'the'],
])

/** Their plural is a name or another word. */
const asTheyAre = new Set(
  'windows teams news always does https ftps ldaps imaps smtps ios macos sales less access address process status os aws dns sms gps apps-script'.split(
    ' ',
  ),
)

/** A meeting is not what somebody does when they meet: `-ing` is taken off verbs that we know, or any that `isVerb` admits. */
export function plainOf(word: string, isVerb = (base: string) => verbs.has(base)): Plain {
  const spelt = oneSpelling.get(word) ?? word.replace(/(?<=\w{4})is(e[sd]?|ing|ation)$/, 'iz$1')
  const done = irregular.get(spelt) ?? baseOf(spelt, 'ed', (base) => verbs.has(base))
  if (done) return { base: done, is_past: true, is_ongoing: false }
  const doing = spelt === 'setting' ? undefined : baseOf(spelt, 'ing', isVerb)
  if (doing) return { base: doing, is_past: false, is_ongoing: true }
  return { base: asTheyAre.has(spelt) ? spelt : singularOf(spelt), is_past: false, is_ongoing: false }
}

function baseOf(word: string, ending: 'ed' | 'ing', isVerb: (base: string) => boolean): string | undefined {
  if (!word.endsWith(ending) || verbs.has(word)) return undefined
  const stem = word.slice(0, -ending.length)
  const candidates = [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1'), stem.replace(/i$/, 'y')]
  return candidates.find((candidate) => verbs.has(candidate)) ?? candidates.find(isVerb)
}

/**
 * The word that a misspelt one was meant to be: the only one of our trade that is one slip of the finger away. A word that
 * somebody may have meant stays: one that is known, and one made of a known one, as to unload is not to upload.
 */
export function corrected(word: string, isWord: (word: string) => boolean): string {
  if (word.length < 6 || vocabulary.has(word) || !/^[a-z]+$/.test(word) || isWord(word)) return word
  const [, derived] = /^(?:re|un|de|dis|pre|mis|non|out|over|sub|up)(\w{3,})$/.exec(word) ?? []
  if (derived && (isWord(derived) || vocabulary.has(derived))) return word
  const near = (byBeginning.get(word.slice(0, 2)) ?? []).filter((known) =>
    isOneEditApart(word, known, { replaces: 'vowels' }),
  )
  return near.length === 1 ? near[0]! : word
}

const vocabulary = new Set([...verbs, ...nouns].filter((word) => word.length >= 6))
const byBeginning = new Map<string, string[]>()
for (const word of vocabulary) {
  const beginning = word.slice(0, 2)
  byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), word])
}
