import { rowsOf } from '../../text/rows.ts'
import { wordsIn } from '../../text/words.ts'
import type { Level } from '../../../../kernel/priorities.ts'
import type { Levels } from './matrix.ts'

/** The levels that a cue indicates, with a strength: 1 is a hint, 2 is explicit. */
type Meaning = Partial<Record<'impact' | 'urgency', [Level, number]>>

/** `field level strength: phrases`. At each position the longest phrase wins, and of equally long ones the first. */
const table = `
urgency low 2.5: no rush, no hurry, not urgent, not critical, low priority, nice to have, when you have
  time, when you get a chance, when somebody has time, whenever, at your convenience, no deadline
urgency high 1.5: no workaround, without a workaround, without workaround, no way around
impact high 2.2: all users, all of our users, all the users, all our users, all staff, all employees, all
  customers, all sites, all locations, all offices, all branches, everyone, everybody, nobody, nobody can,
  no one can, no user can, no users can, whole company, entire company, whole site, entire site, whole
  office, entire office, whole building, entire building, company wide, companywide, site wide, organisation
  wide, organization wide, every user, every site, whole department, entire department, whole plant, entire
  plant
impact high 2 urgency high 2: outage, total failure, completely down, complete loss, data loss, lost data
impact high 1.8 urgency high 2: ransomware, data breach, security breach, breach, hacked, compromised,
  malware, leaked
impact high 1.5 urgency high 1: production, production line, production lines, production stopped, prod,
  live system, data centre, data center, customers, customers cannot, customers can t, customer facing,
  revenue, orders cannot
impact medium 1.5: many users, multiple users, several users, some users, a number of users, other users,
  colleagues, our team, our department, my team, whole team, entire team, whole floor, several people, many
  people, multiple people, some people, department
impact low 2: single user, one user, only one user, only me, just me, only affects me, one person, one
  colleague, nobody else, no one else
impact low 1.5: my laptop, my pc, my computer, my phone, my mouse, my keyboard, my screen, my monitor, my
  account, my password, my mailbox, my headset, my dock, my docking station, my picture
urgency high 2.2: urgent, urgently, asap, as soon as possible, immediately, right away, right now,
  emergency, critical, highest priority, high priority, severe, vip, ceo, cfo, cio, cto, executive,
  executives, managing director
urgency high 1.8: board meeting, board of directors, deadline, due today, end of day, within the hour, month
  end, payroll run, payday, before noon, cannot work, can not work, can t work, unable to work, not able to
  work, blocked, standstill, stands still, stopped working
impact medium 1 urgency high 1.5: is down, are down, went down, goes down, down again, unreachable, not
  reachable, unavailable, offline, not responding
urgency low 1.5: workaround, work around, in the meantime
urgency medium 1: slow, slowly, intermittent, intermittently, sometimes, sporadic, degraded, now and then,
  occasionally, unstable, drops, keeps dropping
impact low 1 urgency low 1.5: cosmetic, typo, minor, question, how do i, how can i, how to, would like,
  request, please install, please add, please order, new starter, next week, next month, no impact`

const meaningOf = ([of, level, strength, ...rest]: string[]): Meaning => ({
  [of!]: [level, Number(strength)],
  ...(rest.length > 0 && meaningOf(rest)),
})

interface Phrase {
  words: string[]
  meaning: Meaning
}

const phrases = new Map<string, Phrase[]>()
for (const { head, items } of rowsOf(table, ','))
  for (const phrase of items) {
    const words = phrase.split(' ')
    phrases.set(words[0]!, [...(phrases.get(words[0]!) ?? []), { words, meaning: meaningOf(head) }])
  }

const negations = new Set(`no not never without isn aren wasn don doesn neither nor none`.split(' '))
/** A negation within this many words before a cue negates it: `there is no general outage`. */
const reach = 3
const maxWords = 3000

export interface Cue {
  phrase: string
  is_denied: boolean
  meaning: Meaning
}

export function cuesOf(text: string): Cue[] {
  const words = wordsIn(text, { limit: maxWords, punctuation: true })
  const cues = new Map<string, Cue>()
  for (let i = 0; i < words.length; i++) {
    const found = longestAt(words, i)
    if (!found) continue
    const phrase = found.words.join(' ')
    const is_denied = isDenied(words, i)
    cues.set(`${is_denied} ${phrase}`, { phrase, is_denied, meaning: found.meaning })
    i += found.words.length - 1
  }
  return [...cues.values()]
}

const longestAt = (words: string[], at: number): Phrase | undefined =>
  phrases
    .get(words[at]!)
    ?.filter((phrase) => phrase.words.every((word, i) => words[at + i] === word))
    .toSorted((a, b) => b.words.length - a.words.length)[0]

/** Whether a negation in the same clause comes shortly before. */
function isDenied(words: string[], at: number): boolean {
  for (let i = at - 1; i >= Math.max(0, at - reach); i--) {
    if (/[.!?;:,\n]/.test(words[i]!)) return false
    if (negations.has(words[i]!)) return true
  }
  return false
}

/** Prior for a text without cues. */
const usual: Record<'impact' | 'urgency', Levels> = {
  impact: { high: 0.1, medium: 0.62, low: 0.28 },
  urgency: { high: 0.13, medium: 0.62, low: 0.25 },
}

const denied = -0.3

/** The probability of each level: a cue multiplies the level it indicates, a negated one divides it. */
export function levelsFrom(cues: Cue[], of: 'impact' | 'urgency'): Levels {
  const { high, medium, low } = usual[of]
  const weights: Levels = { high, medium, low }
  for (const { meaning, is_denied } of cues) {
    const [level, strength] = meaning[of] ?? []
    if (level && strength) weights[level] *= Math.exp(is_denied ? denied * strength : strength)
  }
  const sum = weights.high + weights.medium + weights.low
  return { high: weights.high / sum, medium: weights.medium / sum, low: weights.low / sum }
}
