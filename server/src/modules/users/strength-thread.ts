import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as commonDictionary } from '@zxcvbn-ts/language-common'
import { dictionary as englishDictionary, translations } from '@zxcvbn-ts/language-en'

export interface StrengthRequest {
  password: string
  /** Words about the user or the service that an attacker would try first. */
  words: string[]
}

export interface StrengthResult {
  isWeak: boolean
  /** Sentences for the user: why, and what would be better. */
  advice: string[]
}

/** Below this score fewer than 10^8 guesses are enough: quickly tried against a stolen hash. */
const minScore = 3
/** Longer passwords are strong by length alone, and would take a second to estimate instead of a tenth. */
const maxLength = 64
const maxSubstitutions = 20

const estimator = new ZxcvbnFactory({
  dictionary: { ...commonDictionary, ...englishDictionary },
  graphs: adjacencyGraphs,
  maxLength,
  l33tMaxSubstitutions: maxSubstitutions,
  translations: {
    ...translations,
    warnings: {
      ...translations.warnings,
      userInputs: 'It contains your name, your e-mail address or the name of this service.',
    },
  },
})

/** In its own thread, because the dictionaries take a second to load, and an estimate can take as long. */
parentPort!.on('message', ({ password, words }: StrengthRequest) => {
  const { score, feedback } = estimator.check(password.slice(0, maxLength), words)
  const { warning, suggestions } = feedback
  const result: StrengthResult = {
    isWeak: score < minScore,
    advice: [...(warning ? [warning] : []), ...suggestions],
  }
  parentPort!.postMessage(result)
})
