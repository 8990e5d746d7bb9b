import { cuesOf, levelsFrom, type Cue } from './cues.ts'
import { likeliest, prioritiesFor, priorities, type Priorities } from './matrix.ts'

/** Priorities predicted from history, and the skill of that prediction: 0 to 1. */
export interface PastPriorities {
  shares: Priorities
  skill: number
}

interface Opinion {
  shares: Priorities
  reasoning: string
}

/** Combines cues with the prediction from history, weighted by the number of cues and the skill of the prediction. */
export function judgePriority(text: string, past: PastPriorities | undefined): Opinion {
  const cues = cuesOf(text)
  const [impact, urgency] = [levelsFrom(cues, 'impact'), levelsFrom(cues, 'urgency')]
  const shares = prioritiesFor(impact, urgency)
  const said = `${explainCues(cues)} That makes impact ${likeliest(impact)} and urgency ${likeliest(urgency)}.`
  if (!past)
    return { shares, reasoning: `${said} There is no history yet of how such incidents are rated here.` }
  const weight = weightOf(cues) * (1 - trustIn(past))
  for (const p of priorities) shares[p] = weight * shares[p] + (1 - weight) * past.shares[p]
  return { shares, reasoning: `${said} ${explainPast(past)}` }
}

/** 0 without cues, towards 1 with many. */
const weightOf = (cues: Cue[]) => 1 - 0.45 ** cues.length

/** A skill of one half is the best to expect: people agree no more than that. */
const trustIn = ({ skill }: PastPriorities) => Math.min(0.9, 2 * skill)

function explainCues(cues: Cue[]): string {
  if (cues.length === 0) return 'The text does not say how many are hit or how long they can wait.'
  const named = cues.slice(0, 6).map(({ phrase, is_denied }) => `${is_denied ? 'not ' : ''}"${phrase}"`)
  return `The text says ${named.join(', ')}.`
}

function explainPast({ shares, skill }: PastPriorities): string {
  const [first] = priorities.toSorted((a, b) => shares[b] - shares[a])
  const worth = skill < 0.05 ? ', though the words of a text have told little of it so far' : ''
  return `Similar resolved incidents were mostly ${first}${worth}.`
}
