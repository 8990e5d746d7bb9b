import type { Ctx } from '../../../db/ctx.ts'
import { priorities, type Priority } from '../../../kernel/priorities.ts'
import { answer } from '../cache/service.ts'
import { withContext } from '../context/model.ts'
import { findContext } from '../context/service.ts'
import { defaultAlias } from '../models/model.ts'
import type { Ai } from '../engine/open.ts'
import type { LoadedModel } from './model-loader.ts'
import { classify, decisiveWords, type Classifier } from './learning/classifier.ts'
import { documentOf, type Document } from './learning/document.ts'
import { wordsOf } from './learning/grams.ts'
import { keyOf } from './learning/labels.ts'
import type { SuggestionModel } from './learning/training.ts'
import {
  lowerConfidence,
  toSuggestion,
  type Suggestion,
  type SuggestRequest,
  type Suggestions,
} from './model.ts'
import { readKeywords, explainKeywords, type Field } from './rules/keywords.ts'
import { judgePriority, type PastPriorities } from './rules/priority.ts'

type Find = (ctx: Ctx) => Promise<LoadedModel | undefined>

/** Answers from the trained model, or from keywords without one. Language models are not used: they do not know the history. */
export async function suggest(ctx: Ctx, ai: Ai, find: Find, input: SuggestRequest, bypass: boolean) {
  const known = await find(ctx)
  const text = withContext(input.text, await findContext(ctx, input.context_record))
  const { model = defaultAlias } = input
  const partition = {
    version: known?.version ?? 0,
    suggest_for: input.suggest_for.toSorted(),
    model: [model, ai.models.nameOf(model)],
  }
  // A paraphrase may have another priority, and the reasoning quotes words.
  const question = { endpoint: 'suggest', text, partition, is_semantic: false, bypass } as const
  return answer(ctx, ai.cache, question, async () => {
    const { suggestions, is_learned } = read({ ...input, text }, known, ai)
    return {
      body: { suggestions },
      model_used: is_learned ? `local/logistic-regression-v${known!.version}` : 'local/keywords',
      tokens_used: ai.embedding.countTokens(text),
      sources: [],
    }
  })
}

interface SuggestInput {
  text: string
  words: string[]
  document: Document
}

/** `is_learned`: at least one of them comes from the history. */
function read({ text, suggest_for }: SuggestRequest, known: LoadedModel | undefined, ai: Ai) {
  const input = { text, words: wordsOf(text), document: documentOf(text, ai.static_embedding.embed(text)) }
  const trained: SuggestionModel = known?.model ?? { subcategory: new Map() }
  const suggestions: Suggestions = {}
  for (const field of suggest_for)
    suggestions[field] =
      field === 'priority'
        ? prioritise(trained.priority, input)
        : (fromHistory(trained[field], input, verbs[field]) ?? fromKeywords(field, text))
  if (suggestions.category) suggestions.subcategory = within(suggestions.category, trained, input)
  return { suggestions, is_learned: suggest_for.some((field) => trained[field]) }
}

const verbs = { category: 'in', assignment_group: 'assigned to' }

function fromHistory(
  classifier: Classifier | undefined,
  { document, words }: SuggestInput,
  verb: string,
): Suggestion | undefined {
  if (!classifier) return undefined
  const guesses = classify(classifier, document)
  const { value } = guesses[0]!
  const decisive = decisiveWords(classifier, document, words, value)
  return toSuggestion(
    guesses,
    decisive.length > 0
      ? `Resolved incidents with ${decisive.map((word) => `"${word}"`).join(', ')} were mostly ${verb} ${value}.`
      : `No word of the text indicates a value; ${value} is the most likely.`,
  )
}

/** A subcategory can be right only if its category is. */
function within(category: Suggestion, trained: SuggestionModel, input: SuggestInput): Suggestion {
  const key = keyOf(category.value)
  const found = fromHistory(trained.subcategory.get(key), input, 'in')
  if (found) return lowerConfidence(found, category.confidence)
  const predicted = fromKeywords('subcategory', input.text, key)
  if (!trained.category) return predicted
  return {
    ...predicted,
    reasoning: `No resolved incident of ${category.value} has one; this is from the built-in list.`,
  }
}

function fromKeywords(field: Field, text: string, category?: string): Suggestion {
  const reading = readKeywords(text, category)
  return toSuggestion(reading[field], explainKeywords(reading.words))
}

function prioritise(classifier: Classifier | undefined, { text, document }: SuggestInput): Suggestion {
  const { shares, reasoning } = judgePriority(text, classifier && pastOf(classifier, document))
  const guesses = priorities.map((value) => ({ value, confidence: shares[value] }))
  return toSuggestion(
    guesses.toSorted((a, b) => b.confidence - a.confidence),
    reasoning,
  )
}

function pastOf(classifier: Classifier, document: Document): PastPriorities {
  const shares = { P1: 0, P2: 0, P3: 0, P4: 0 }
  for (const { value, confidence } of classify(classifier, document)) shares[value as Priority] = confidence
  return { shares, skill: classifier.skill }
}
