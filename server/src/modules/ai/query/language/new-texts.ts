import { compose } from './compose.ts'
import { fieldsOf, order, puzzle, splitText, textOf, type Order, type CommandInput } from './command-parts.ts'
import { itemsOf } from './items.ts'
import type { Noun } from './meaning.ts'
import { splitRecords } from './record-names.ts'
import { wordsOf } from './words.ts'

const added = /^(?:add|write|leave|post|put)\s+(?:a\s+|the\s+)?(?:work\s+)?(?:note|comment)s?\b/i
const noted = /^(?:note|comment)(?:\s*:|\s+(?:on|to|for|that)\b)/i

/** "add a note to INC1: ...", "comment on INC1 that ...", "note: ...". */
export function noteIn(said: CommandInput): Order | undefined {
  const { text, words } = said
  if (!added.test(text) && !noted.test(text)) return undefined
  const that = words.findIndex(({ low }, place) => low === 'that' && place > 0)
  const { head, tail } = splitText(said)
  const body = tail || (that > 0 ? text.slice(words[that]!.end).trim() : '')
  if (body === '') return puzzle('Say what the note shall say, behind a colon.')
  const targets = splitRecords(that > 0 && !tail ? words.slice(0, that) : head).records
  return order({
    verb: 'note',
    targets: targets.length > 0 ? targets : 'it',
    fields: {},
    text: body,
    unused: [],
  })
}

const creates = new Set('create open raise report log file make add submit order new'.split(' '))
const makes = new Map<string, Noun>([
  ['incident', 'incident'],
  ['ticket', 'incident'],
  ['issue', 'incident'],
  ['outage', 'incident'],
  ['problem', 'incident'],
  ['change', 'change'],
  ['request', 'request'],
])
/** The noun is among the first words; later ones belong to what it is about. */
const latestNoun = 8
const leads = new Set(['about', 'that', 'titled', 'called'])

/** "create an incident: VPN down", "open a P2 ticket for the network team about the VPN, assign it to chen". */
export function creationIn(said: CommandInput): Order | undefined {
  const { text, words } = said
  const verb = words[0]?.low ?? ''
  const isSure =
    verb === 'create' || verb === 'new' || ['a', 'an', 'new', 'another'].includes(words[1]?.low ?? '')
  const place = words.findIndex(({ low }, n) => n > 0 && n < latestNoun && makes.has(low))
  if (!creates.has(verb) || !isSure || place < 0) return undefined
  const noun = makes.get(words[place]!.low)!
  const { head, tail } = splitText(said)
  const about = head.findIndex(({ low }, n) => n > place && leads.has(low))
  const open = tail ? [] : clausesOf(text.slice(words[about > 0 ? about : place]!.end))
  const described = [
    textOf(head.slice(1, tail ? undefined : about > 0 ? about : place + 1)),
    ...open.filter((each) => saysFields(said, each)),
  ]
  const title = tail || open.filter((each) => !saysFields(said, each)).join(', ')
  if (title === '') return puzzle(`Say what the ${noun} is about, behind a colon.`)
  const reading = readingOf(said, described.join(', '))
  if (reading.problems.length > 0) return puzzle(`${reading.problems.join('. ')}.`, reading.unknown)
  const { state: _, ...fields } = fieldsOf(reading.conditions)
  return order({ verb: 'create', targets: [], noun, fields, text: title, unused: reading.unused })
}

function readingOf({ now, names, asker }: CommandInput, text: string) {
  const plain = text.replaceAll(assigned, 'assigned to')
  return compose(itemsOf(wordsOf(plain), plain, { now, names }), { email: asker, names, now })
}

const assigned = /\b(?:and\s+)?(?:please\s+)?(?:re)?assign(?:ed)?(?:\s+it)?\s+to\b/gi

const clausesOf = (text: string): string[] =>
  text
    .split(/,|\band\b(?=\s+(?:assign|set|category|priority|p[1-4])\b)/i)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')

/** "priority 2", "assign it to ruben", "for mail-01": values and nothing else. */
function saysFields(said: CommandInput, clause: string): boolean {
  const { conditions, unused, problems, noun } = readingOf(said, clause)
  const isPlain =
    conditions.length > 0 && conditions.every((each) => 'values' in each && each.field !== 'text')
  return isPlain && unused.length === 0 && problems.length === 0 && noun === undefined
}
