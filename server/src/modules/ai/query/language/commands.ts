import {
  assigns,
  calls,
  clausesOf,
  join,
  plain,
  politeness,
  steps,
  updates,
  verbOf,
} from './command-verbs.ts'
import { compose } from './compose.ts'
import { fieldsOf, order, puzzle, splitText, textOf } from './command-parts.ts'
import type { Command, Order, CommandInput } from './command-parts.ts'
import { itemsOf } from './items.ts'
import { creationIn, noteIn } from './new-texts.ts'
import { splitRecords } from './record-names.ts'
import { wordsOf, type Word } from './words.ts'

/** What a sentence orders, if it orders anything: a verb comes first, and then what it is to be done to. */
export function commandIn(spoken: Omit<CommandInput, 'words'>): Order | undefined {
  const text = spoken.text.trimStart().replace(politeness, '')
  const said: CommandInput = { ...spoken, text, words: wordsOf(text) }
  const first = said.words[0]
  if (!first || first.is_quoted) return undefined
  const made = creationIn(said) ?? noteIn(said)
  if (made) return made
  const { head, tail } = splitText(said)
  const commands: Command[] = []
  for (const clause of clausesOf(head)) {
    const ordered = clauseOrder(said, clause, tail, commands.at(-1))
    if (ordered?.kind !== 'command') return ordered
    commands.push(...ordered.commands)
  }
  return order(...commands.reduce(join, []))
}

function clauseOrder(
  said: CommandInput,
  head: Word[],
  tail: string,
  last: Command | undefined,
): Order | undefined {
  const verb = verbOf(head[0]?.low ?? '')
  // "give me a summary of INC1" wants to know something.
  if (!verb || (verb === 'give' && ['me', 'us'].includes(head[1]?.low ?? ''))) return undefined
  const targets = targetsIn(head, last)
  if (!targets) return plain.has(verb) ? manyIn(head) : undefined
  const command: Command = { verb: 'update', targets, fields: {}, text: tail, unused: [] }
  const unused = strangeIn(head.slice(1))
  // "start date of CHG1" is a question.
  if (!plain.has(verb) && !updates.has(verb) && unused.length > 0) return undefined
  if (calls.has(verb)) return order({ ...command, verb: calls.get(verb)!, unused })
  if (steps.has(verb)) return order({ ...command, fields: { state: steps.get(verb)! }, unused })
  return updateIn(said, verb, command, head)
}

const it = new Set(['it', 'this', 'that'])
const they = new Set(['them', 'those', 'these'])

function targetsIn(head: Word[], last: Command | undefined): Command['targets'] | undefined {
  const { records } = splitRecords(head)
  if (records.length > 0) return records
  if (last) return last.targets
  if (head.some(({ low }) => they.has(low))) return 'they'
  return head.length === 1 || head.some(({ low }) => it.has(low)) ? 'it' : undefined
}

const many = new Set('all every everything each incidents tickets changes requests issues'.split(' '))

/** "close all P1 incidents"; but "close to breach" orders nothing. */
const manyIn = (head: Word[]): Order | undefined =>
  head.some(({ low }) => many.has(low)) && head[1]?.low !== 'to'
    ? puzzle(
        'I propose actions only for records that you name, such as INC0000042, or for a list of at most 10 that I have just shown ("close them").',
      )
    : undefined

const small = new Set(
  `it this that them those these the a an incident ticket change request article ci and please now on working work
  again as with note comment implementing up`.split(/\s+/),
)
const strangeIn = (words: Word[]) =>
  splitRecords(words)
    .rest.filter(({ low }) => !small.has(low))
    .map((word) => word.text)

/** "set INC1 to P1", "assign it to bob@example.com", "put INC1 on hold", "link INC1 to CHG2". */
function updateIn(said: CommandInput, verb: string, command: Command, head: Word[]): Order | undefined {
  const { names, now, asker } = said
  if (verb === 'unassign') return order({ ...command, fields: { assigned_to: null } })
  if (verb === 'take' || verb === 'pick') return order({ ...command, fields: { assigned_to: asker } })
  const linked = linkIn(verb, command)
  if (linked) return order(linked)
  const rest = splitRecords(head.slice(1)).rest
  const to = rest.findIndex(({ low }) => low === 'to')
  const text = assigns.has(verb) ? `assigned to ${textOf(rest.slice(to + 1))}` : textOf(rest)
  const reading = compose(itemsOf(wordsOf(text), text, { now, names }), { email: asker, names, now })
  if (reading.problems.length > 0) return puzzle(`${reading.problems.join('. ')}.`, reading.unknown)
  const fields = fieldsOf(reading.conditions)
  const state = stateIn(text, said)
  if (state !== undefined) fields.state = state
  const unused = reading.unused.filter((word) => !assigns.has(word.toLowerCase()) && !/^add$/i.test(word))
  if (Object.keys(fields).length > 0) return order({ ...command, fields, unused })
  if (verb === 'raise' || verb === 'bump') return order({ ...command, verb: 'escalate' })
  return assigns.has(verb) ? puzzle('Say to whom: an e-mail address, a group, or "me".') : undefined
}

/** A state of any kind of record; which kind it is, the record says. */
function stateIn(text: string, { now, names }: CommandInput): string | undefined {
  const states = itemsOf(wordsOf(text), text, { now, names }).flatMap((item) =>
    item.is === 'state' ? [item.state] : [],
  )
  return states.length === 1 ? states[0] : undefined
}

/** The second record is what the first is linked to. */
function linkIn(verb: string, command: Command): Command | undefined {
  const [first, second] = Array.isArray(command.targets) ? command.targets : []
  const isLink =
    verb === 'link' && first?.type === 'incident' && (second?.type === 'change' || second?.type === 'ci')
  if (!isLink) return undefined
  return {
    ...command,
    targets: [first],
    fields: { [second.type === 'ci' ? 'ci_id' : 'change_id']: second.id },
  }
}
