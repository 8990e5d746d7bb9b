import { cuesOf, levelsFrom, type Cue } from './cues.ts'
import { priorities } from '../../../../kernel/priorities.ts'
import { likeliest, prioritiesFor, type Priorities } from './matrix.ts'

/** Priorities predicted from history, and the skill of that prediction: 0 to 1. */
export interface PastPriorities {
  shares: Priorities
  skill: number
}

interface PriorityEstimate {
  shares: Priorities
  reasoning: string
}

/** Combines cues with the prediction from history, weighted by the number of cues and the skill of the prediction. */
export function judgePriority(text: string, past: PastPriorities | undefined): PriorityEstimate {
  const cues = cuesOf(text)
  const [impact, urgency] = [levelsFrom(cues, 'impact'), levelsFrom(cues, 'urgency')]
  const shares = prioritiesFor(impact, urgency)
  const explanation = explainCues(cues, `impact ${likeliest(impact)} and urgency ${likeliest(urgency)}`)
  if (!past) return { shares, reasoning: `${explanation} There is no history of similar incidents yet.` }
  const weight = weightOf(cues) * (1 - weightOfHistory(past))
  for (const p of priorities) shares[p] = weight * shares[p] + (1 - weight) * past.shares[p]
  return { shares, reasoning: `${explanation} ${explainPast(past)}` }
}

/** 0 without cues, towards 1 with many. */
const weightOf = (cues: Cue[]) => 1 - 0.45 ** cues.length

/** A skill of one half is the best to expect: people agree no more than that. */
const weightOfHistory = ({ skill }: PastPriorities) => Math.min(0.9, 2 * skill)

function explainCues(cues: Cue[], levels: string): string {
  if (cues.length === 0)
    return `The text does not say how many users are affected or how urgent it is. Assumed: ${levels}.`
  const named = cues.slice(0, 6).map(({ phrase, is_denied }) => `${is_denied ? 'not ' : ''}"${phrase}"`)
  return `The text says ${named.join(', ')}. That makes ${levels}.`
}

function explainPast({ shares, skill }: PastPriorities): string {
  const [first] = priorities.toSorted((a, b) => shares[b] - shares[a])
  const worth = skill < 0.05 ? ', but texts predict the priority poorly' : ''
  return `Similar resolved incidents were mostly ${first}${worth}.`
}
