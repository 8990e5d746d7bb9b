import { fieldsOf, parsedAs, excluded, invalid, readingOf, splitText, textOf } from './command-parts.ts'
import type { CommandInput, ParsedCommand } from './command-parts.ts'
import type { Noun } from './meaning.ts'
import { invalidQuestionIn } from './reading.ts'
import { excludesRecord, splitRecords } from './record-names.ts'
import { senseAt } from './vocabulary.ts'
import type { Word } from './words.ts'

const noted =
  /^(?:(?:add|write|leave|post|put)\s+(?:a\s+|the\s+)?(?:work\s+)?(?:note|comment)s?\b|write (?:in|to|on)\s+(?=inc)|(?:note|comment)(?:\s*:|\s+(?:on|to|for|that)\b))/i

/** "add a note to INC1: ...", "comment on INC1 that ...", "note: ...". */
export function noteIn(input: CommandInput): ParsedCommand | undefined {
  const { text, words } = input
  if (!noted.test(text)) return undefined
  const that = words.findIndex(({ low }, place) => low === 'that' && place > 0)
  const split = splitText(input)
  const isThat = split.tail === '' && that > 0
  const { head, tail } = isThat
    ? { head: words.slice(0, that), tail: text.slice(words[that]!.end).trim() }
    : split
  if (tail === '') return invalid('Add the text of the note after a colon.')
  if (excludesRecord(head)) return excluded
  const { records } = splitRecords(head)
  const targets = records.length > 0 ? records : 'it'
  return parsedAs({ verb: 'note', targets, fields: {}, text: tail, unused: [] })
}

const creates = new Set('create open raise report register log file make add submit order new'.split(' '))
/** The kind of record to create: "a ticket", "an outage", "a P2", "a change". */
function nounIn({ low }: Word): Noun | undefined {
  const sense = senseAt([/^outage$|^p[1-4]$/.test(low) ? 'incident' : low], 0)?.sense
  const isOne = sense?.is === 'noun' && !low.endsWith('s')
  return isOne && !['ci', 'article'].includes(sense.noun) ? sense.noun : undefined
}
/** The noun is among the first words; later ones belong to the description. */
const latestNoun = 8
const leads = new Set(['about', 'that', 'titled', 'called'])

/** "create an incident: VPN down", "open a P2 ticket for the network team about the VPN, assign it to chen". */
export function creationIn(input: CommandInput): ParsedCommand | undefined {
  const { text, words } = input
  const verb = words[0]?.low ?? ''
  const isSure = verb === 'create' || verb === 'new' || /^(?:an?|new|another)$/.test(words[1]?.low ?? '')
  const place = words.slice(0, latestNoun).findIndex((word, n) => n > 0 && nounIn(word))
  if (!creates.has(verb) || !isSure || place < 0) return undefined
  const noun = nounIn(words[place]!)!
  const { head, tail } = splitText(input)
  const about = head.findIndex(({ low }, n) => n > place && leads.has(low))
  const end = about > 0 ? about : place
  const clauses = tail ? [] : clausesOf(text.slice(words[end]!.end))
  const described = clauses.filter((each) => saysFields(input, each))
  const title =
    tail ||
    clauses
      .filter((each) => !described.includes(each))
      .join(', ')
      .replace(/^(?:for|with|on) /i, '')
  if (/^(?:it|this|that|one)$/i.test(title)) return undefined
  if (title === '') return invalid(`Add the title of the ${noun} after a colon.`)
  const begin = textOf(head.slice(1, tail ? undefined : about > 0 ? about : place + 1))
  const reading = fieldReading(input, [begin, ...described].join(', '))
  const { state: _, ...fields } = fieldsOf(reading.conditions)
  const { unused } = reading
  return (
    invalidQuestionIn(reading) ?? parsedAs({ verb: 'create', targets: [], noun, fields, text: title, unused })
  )
}

const assigned = /\b(?:and\s+)?(?:please\s+)?(?:re)?assign(?:ed)?(?:\s+it)?\s+to\b/gi
const fieldReading = (input: CommandInput, text: string) =>
  readingOf(input, text.replaceAll(assigned, 'assigned to'))

const clausesOf = (text: string): string[] =>
  text
    .split(/,|\band\b(?=\s+(?:assign|set|category|priority|p[1-4])\b)/i)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')

/** "priority 2", "assign it to ruben", "for mail-01": values and nothing else. */
function saysFields(input: CommandInput, clause: string): boolean {
  const { conditions, unused, problems, noun } = fieldReading(input, clause)
  const isPlain =
    conditions.length > 0 && conditions.every((each) => 'values' in each && each.field !== 'text')
  return isPlain && unused.length + problems.length === 0 && noun === undefined
}
