import type { Guess } from '../model.ts'

type Level = 'high' | 'medium' | 'low'

interface Cue {
  pattern: RegExp
  impact?: Level
  urgency?: Level
}

/** What people write when many are hit, or when it cannot wait. */
const cues: Cue[] = [
  {
    pattern:
      /\b(all|every|each) (of )?(the )?(users?|staff|employees|customers|sites?|offices?|locations?|teams?|stores?|clients)\b/,
    impact: 'high',
  },
  {
    pattern:
      /\b(every(body|one)|nobody|no ?one|company[- ]wide|whole (site|office|company|building|floor|department)|entire (site|office|company|department))\b/,
    impact: 'high',
  },
  {
    pattern:
      /\b(outage|is down|are down|went down|completely down|unavailable|not available|total failure)\b/,
    impact: 'high',
    urgency: 'high',
  },
  {
    pattern:
      /\b(production|prod|live system|data ?cent(er|re)|core switch|main(frame)?|erp|payment|checkout)\b/,
    impact: 'high',
  },
  {
    pattern:
      /\b(data loss|lost data|corrupt(ed|ion)?|breach|ransomware|malware|virus|phishing|compromised|security incident)\b/,
    impact: 'high',
    urgency: 'high',
  },
  {
    pattern: /\b(several|many|multiple|some) (users?|people|colleagues|teams?|employees|machines|servers)\b/,
    impact: 'medium',
  },
  { pattern: /\b(department|team|group|floor) (of|is|are|cannot|can't|has|have)\b/, impact: 'medium' },
  { pattern: /\b(vip|ceo|cfo|cto|director|board member|executive|managing director)\b/, urgency: 'high' },
  {
    pattern:
      /\b(urgent(ly)?|asap|immediately|at once|right now|emergency|critical|deadline|today|within the hour|cannot work|can't work|unable to work|blocked|blocking|stops? (all )?work)\b/,
    urgency: 'high',
  },
  {
    pattern: /\b(slow|degraded|intermittent(ly)?|sometimes|sporadic(ally)?|unstable|drops)\b/,
    urgency: 'medium',
  },
  {
    pattern:
      /\b(single user|one user|only (me|my|one)|just me|my (laptop|phone|mouse|keyboard|monitor|screen|pc|computer))\b/,
    impact: 'low',
  },
  {
    pattern:
      /\b(workaround|not urgent|no rush|no hurry|when(ever)? (you )?(have|find) time|cosmetic|typo|minor|question|how (do|can) i|request|would like|please (order|install|create|add))\b/,
    urgency: 'low',
  },
]

/** `no outage`, `not urgent`: what is denied speaks for nothing. */
const denial = /\b(no|not|isn't|isnt|never|without|wasn't|aren't)\s+(an?\s+|any\s+|the\s+|really\s+|yet\s+)?$/

export interface Reading {
  impact: Level
  urgency: Level
  /** The words that were read. */
  cues: string[]
}

const order: Level[] = ['low', 'medium', 'high']
const higher = (one: Level | undefined, other: Level | undefined): Level | undefined =>
  !one || (other && order.indexOf(other) > order.indexOf(one)) ? other : one

export function readCues(text: string): Reading {
  const lower = text.slice(0, 5000).toLowerCase().replace(/[’`]/g, "'")
  let impact: Level | undefined
  let urgency: Level | undefined
  const found: string[] = []
  for (const cue of cues) {
    const match = cue.pattern.exec(lower)
    if (!match || denial.test(lower.slice(Math.max(0, match.index - 20), match.index))) continue
    found.push(match[0])
    impact = higher(impact, cue.impact)
    urgency = higher(urgency, cue.urgency)
  }
  return { impact: impact ?? 'medium', urgency: urgency ?? 'medium', cues: found }
}

/** The usual matrix: how many are hit, and how long they can wait. */
const matrix: Record<Level, Record<Level, string>> = {
  high: { high: 'P1', medium: 'P2', low: 'P3' },
  medium: { high: 'P2', medium: 'P3', low: 'P4' },
  low: { high: 'P3', medium: 'P4', low: 'P4' },
}

export const priorities = ['P1', 'P2', 'P3', 'P4']

/** Cues say much of the priority they lead to, and something of its neighbours; without any, hardly more than that most are P3. */
export function priorityOf({ impact, urgency, cues }: Reading): Guess[] {
  const told = priorities.indexOf(matrix[impact][urgency])
  const sureness = cues.length === 0 ? 0.4 : Math.min(0.6, 0.45 + 0.05 * cues.length)
  const rest = priorities.map((_, place) => (place === told ? 0 : 1 / 2 ** Math.abs(place - told)))
  const sum = rest.reduce((a, b) => a + b, 0)
  return priorities
    .map((value, place) => ({
      value,
      confidence: place === told ? sureness : ((1 - sureness) * rest[place]!) / sum,
    }))
    .toSorted((a, b) => b.confidence - a.confidence)
}

export const tellCues = ({ impact, urgency, cues }: Reading): string =>
  cues.length === 0
    ? 'The text has no word that tells how many are hit or how long they can wait: impact and urgency are taken as medium.'
    : `${cues.map((cue) => `"${cue}"`).join(', ')}: impact ${impact}, urgency ${urgency}.`
