import type { Ctx } from '../../../db/ctx.ts'
import { answer } from '../cache/service.ts'
import type { Ai } from '../open.ts'
import type { Known } from './known.ts'
import { classify, tellingWords, type Classifier } from './learning/classifier.ts'
import { documentOf, type Document } from './learning/document.ts'
import { wordsOf } from './learning/grams.ts'
import { keyOf } from './learning/labels.ts'
import { toSuggestion, type Guess, type Suggestion, type SuggestRequest, type Suggestions } from './model.ts'
import { priorityOf, readCues, tellCues } from './rules/cues.ts'
import { readKeywords, tellKeywords } from './rules/keywords.ts'

type Find = (ctx: Ctx) => Promise<Known | undefined>

export async function suggest(ctx: Ctx, ai: Ai, find: Find, input: SuggestRequest, bypass: boolean) {
  const known = await find(ctx)
  const model_used = known ? `local/logistic-regression-v${known.version}` : 'local/keywords'
  const suggest_for = input.suggest_for.toSorted()
  return answer(
    ctx,
    ai.cache,
    {
      endpoint: 'suggest',
      text: input.text,
      partition: { model: model_used, suggest_for },
      is_semantic: false,
      bypass,
    },
    async () => ({
      body: { suggestions: read(input, known, ai) },
      model_used,
      tokens_used: ai.embedding.countTokens(input.text),
      sources: [],
    }),
  )
}

interface Text {
  text: string
  words: string[]
  document: Document
}

function read({ text, suggest_for }: SuggestRequest, known: Known | undefined, ai: Ai): Suggestions {
  const said = { text, words: wordsOf(text), document: documentOf(text, ai.embedding.embed(text)) }
  const suggestions: Suggestions = {}
  const put = (field: keyof Suggestions, suggestion: Suggestion | undefined) => {
    if (suggestion) suggestions[field] = suggestion
  }
  const wants = (field: SuggestRequest['suggest_for'][number]) => suggest_for.includes(field)
  const { category, subcategory, assignment_group, priority } = known?.learned ?? { subcategory: new Map() }
  if (wants('category')) {
    put('category', learned(category, said) ?? fromKeywords('category', text))
    const within = subcategory.get(keyOf(suggestions.category?.value ?? null)) as Classifier | undefined
    put('subcategory', category ? learned(within, said) : fromKeywords('subcategory', text))
  }
  if (wants('assignment_group'))
    put('assignment_group', learned(assignment_group, said) ?? fromKeywords('assignment_group', text))
  if (wants('priority')) put('priority', prioritise(priority, said))
  return suggestions
}

function learned(classifier: Classifier | undefined, { document, words }: Text): Suggestion | undefined {
  const guesses = classifier ? classify(classifier, document) : []
  const best = guesses[0]
  if (!classifier || !best) return undefined
  const telling = tellingWords(classifier, document, words, best.value)
  return toSuggestion(
    guesses,
    telling.length > 0
      ? `Resolved incidents with ${telling.map((word) => `"${word}"`).join(', ')} were mostly ${best.value}.`
      : `No word of the text is known; ${best.value} is the most frequent.`,
  )
}

function fromKeywords(
  field: 'category' | 'subcategory' | 'assignment_group',
  text: string,
): Suggestion | undefined {
  const reading = readKeywords(text)
  return toSuggestion(reading[field], tellKeywords(reading.words))
}

/** Cues in the text first; the history, where it has any skill in it, moves what they say. */
function prioritise(classifier: Classifier | undefined, said: Text): Suggestion | undefined {
  const reading = readCues(said.text)
  const cued = priorityOf(reading)
  const remembered = classifier ? classify(classifier, said.document) : []
  if (remembered.length === 0) return toSuggestion(cued, tellCues(reading))
  const history = new Map(remembered.map(({ value, confidence }) => [value, confidence]))
  const weighed = cued.map(({ value, confidence }) => ({
    value,
    confidence: (confidence + (history.get(value) ?? 0)) / 2,
  }))
  const best = weighed.toSorted(surestFirst)
  return toSuggestion(
    best,
    `${tellCues(reading)} Similar resolved incidents were mostly ${remembered[0]!.value}.`,
  )
}

const surestFirst = (a: Guess, b: Guess) => b.confidence - a.confidence
