import { compose } from './compose.ts'
import {
  fieldsOf,
  order,
  puzzle,
  recordsIn,
  splitText,
  textOf,
  type Order,
  type CommandInput,
} from './command-parts.ts'
import { itemsOf } from './items.ts'
import type { Noun } from './meaning.ts'
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
  const targets = recordsIn(that > 0 && !tail ? words.slice(0, that) : head)
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
  ['change', 'change'],
  ['request', 'request'],
])
/** The noun is among the first words; later ones belong to what it is about. */
const latestNoun = 8

/** "create an incident: VPN down", "open a P2 ticket for the network team about the VPN". */
export function creationIn(said: CommandInput): Order | undefined {
  const { text, words, now, names, asker } = said
  const verb = words[0]?.low ?? ''
  const isSure = verb === 'create' || ['a', 'an', 'new', 'another'].includes(words[1]?.low ?? '')
  const place = words.findIndex(({ low }, n) => n > 0 && n < latestNoun && makes.has(low))
  if (!creates.has(verb) || !isSure || place < 0) return undefined
  const { head, tail } = splitText(said)
  const about = head.findIndex(
    ({ low }, n) => n > place && ['about', 'that', 'titled', 'called'].includes(low),
  )
  const title = tail || (about > 0 ? text.slice(head[about]!.end).trim() : '')
  const noun = makes.get(words[place]!.low)!
  if (title === '') return puzzle(`Say what the ${noun} is about, behind a colon.`)
  const described = textOf(head.slice(1, about > 0 && !tail ? about : undefined))
  const reading = compose(itemsOf(wordsOf(described), described, { now, names }), {
    email: asker,
    names,
    now,
  })
  if (reading.problems.length > 0) return puzzle(`${reading.problems.join('. ')}.`)
  const { state: _, ...fields } = fieldsOf(reading.conditions)
  return order({ verb: 'create', targets: [], noun, fields, text: title, unused: reading.unused })
}
