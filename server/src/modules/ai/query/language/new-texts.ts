import { invalid, parsedAs, parsedIfAllUsed, textOf, unusedIn } from './command-parts.ts'
import { splitText } from './command-texts.ts'
import type { Command, CommandInput, ParsedCommand } from './command-parts.ts'
import type { Noun } from './meaning.ts'
import { splitRecords } from './record-names.ts'
import { settingsIn } from './settings.ts'
import { senseAt } from './vocabulary.ts'
import type { Word } from './words.ts'

const noted =
  /^(?:(?:add|write|leave|post|put)\s+(?:a\s+|the\s+)?(?:work\s+)?(?:note|comment)s?\b|write (?:in|to|on)\s+(?=inc)|(?:tell|inform|notify)\s+(?:the\s+)?(?:team|group|user|caller|assignee|others|everyone|them)\s+(?:on|in|of|about)\s+(?=inc|chg|req)|(?:note|comment)(?:\s*:|\s+(?:on|to|for|that)\b))/i

/** "add a note to INC1: ...", "comment on INC1 that ...", "tell the team on INC1 that ...", "note: ...". */
export function noteIn(input: CommandInput): ParsedCommand | undefined {
  const [announcement] = noted.exec(input.text) ?? []
  if (announcement === undefined) return undefined
  const { head, tail } = splitText(input, /^(?:because|saying|that)$/)
  if (tail === '') return invalid('Add the text of the note after a colon.')
  const { records, rest } = splitRecords(head.filter(({ end }) => end > announcement.length))
  const targets = records.length > 0 ? records : 'it'
  const unused = unusedIn(rest.filter(({ low }) => low !== 'to'))
  return parsedIfAllUsed({ verb: 'note', targets, fields: {}, text: tail }, unused)
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
/** Words before a title that say nothing more. */
const isIdle = ({ low }: Word) => low === 'another' || low === 'outage'

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
  // "report an outage of the mail server" has its noun in the title.
  const start = about < 0 && isIdle(words[place]!) ? words[place]!.start : words[end]!.end
  const clauses = tail ? [] : clausesOf(text.slice(start))
  const described = clauses.filter((each) => saysFields(input, each))
  const title =
    tail ||
    clauses
      .filter((each) => !described.includes(each))
      .join(', ')
      .replace(/^(?:for|with|on) /i, '')
  if (/^(?:it|this|that|one)$/i.test(title)) return undefined
  if (title === '' || /^outage$/i.test(title)) return invalid(`Add the title of the ${noun} after a colon.`)
  const begin = head
    .slice(1, tail ? undefined : about > 0 ? about : place + 1)
    .filter((word) => !isIdle(word))
  const { fields, unused, unknown, problem } = fieldsIn(input, [textOf(begin), ...described].join(', '))
  const { state: _, ...known } = fields
  const command: Command = { verb: 'create', targets: [], noun, fields: known, text: title }
  // With a title of its own, "create a security incident: ..." lacks only the adjective.
  if (tail && unknown !== undefined && !problem) return parsedAs({ ...command, unknown })
  return problem ?? parsedIfAllUsed(command, unused)
}

const assigned = /\b(?:and\s+)?(?:please\s+)?(?:re)?assign(?:ed)?(?:\s+it)?\s+to\b/gi
const fieldsIn = (input: CommandInput, text: string) =>
  settingsIn(input, text.replaceAll(assigned, 'assigned to'))

const clausesOf = (text: string): string[] =>
  text
    .split(/,|\band\b(?=\s+(?:assign|set|category|priority|p[1-4])\b)/i)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')

/** "priority 2", "assign it to ruben", "for mail-01": values and nothing else. */
function saysFields(input: CommandInput, clause: string): boolean {
  const { fields, unused, problem, has_noun } = fieldsIn(input, clause)
  return Object.keys(fields).length > 0 && unused.length === 0 && !problem && !has_noun
}
