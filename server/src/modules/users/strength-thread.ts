import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as commonDictionary } from '@zxcvbn-ts/language-common'
import { dictionary as englishDictionary, translations } from '@zxcvbn-ts/language-en'

export interface StrengthQuestion {
  id: number
  password: string
  /** What somebody who knows the person or the service would try first. */
  words: string[]
}

export interface StrengthAnswer {
  id: number
  isWeak: boolean
  /** Why, and what would be better; sentences for the person. */
  advice: string[]
}

/** Fewer than 10^8 guesses: few enough to be tried against a stolen hash in no time. */
const lowestScore = 3
/** Past these, length alone has decided; with more of them an estimate would take a second instead of a tenth. */
const looksAt = 64
const substitutions = 20

const estimator = new ZxcvbnFactory({
  dictionary: { ...commonDictionary, ...englishDictionary },
  graphs: adjacencyGraphs,
  maxLength: looksAt,
  l33tMaxSubstitutions: substitutions,
  translations: {
    ...translations,
    warnings: {
      ...translations.warnings,
      userInputs: 'It contains your name, your e-mail address or the name of this service.',
    },
  },
})

/** Runs beside the service's own thread: the dictionaries take a second to load, and an estimate can take as long. */
parentPort!.on('message', ({ id, password, words }: StrengthQuestion) => {
  const { score, feedback } = estimator.check(password.slice(0, looksAt), words)
  const { warning, suggestions } = feedback
  const answer: StrengthAnswer = {
    id,
    isWeak: score < lowestScore,
    advice: [...(warning ? [warning] : []), ...suggestions],
  }
  parentPort!.postMessage(answer)
})
