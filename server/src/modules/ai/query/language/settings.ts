import { compose } from './compose.ts'
import { assigns, invalid, isCondition, isSmall, parsedAs } from './command-parts.ts'
import { parsedIfAllUsed, textOf, unusedIn } from './command-parts.ts'
import type { Command, CommandInput, ParsedCommand } from './command-parts.ts'
import { itemsOf, type Item, type ItemOf } from './items.ts'
import { isTime, type Noun, type ValueCondition } from './meaning.ts'
import { invalidQuestionIn, parts, type InvalidQuestion, type Part } from './reading.ts'
import { isOfCi, relations } from './schema.ts'
import type { Word } from './words.ts'

type Value = Pick<ValueCondition, 'field' | 'values'>

/** The fields that a text sets: "P1, assigned to bob". Conditions, times and negations set none. */
export function settingsIn({ asker, ...input }: CommandInput, text: string, noun?: Noun) {
  const found = itemsOf({ ...input, text })
  const vague = found.find(isVague)
  const items = found.map((item): Item => (isVague(item) ? { is: 'word', text: item.text } : item))
  const reading = compose(items, { ...input, email: asker, noun })
  const states = items.filter(isState)
  const values: Value[] = reading.conditions
    .filter((each) => !isTime(each))
    .filter(({ field, is_negated }) => !is_negated && !/^(?:text|state|condition)$/.test(field))
    .filter(({ field }) => !isOfCi(noun ?? 'incident', field))
  if (states.length > 0) values.push({ field: 'state', values: [...new Set(states.map(stateIn))] })
  const settable = new Set<Part>([...parts, ...values.map(({ field }) => field)])
  const isLost = (each: { text: string; part: Part }) =>
    each.text !== 'not' && !settable.has(each.part) && !states.some((state) => state.text === each.text)
  const words = [...items.filter(isIdle), ...reading.understood.filter(isLost)].map((each) => each.text)
  const inOrder = (a: string, b: string) => text.indexOf(a) - text.indexOf(b)
  const unused = [...new Set([...words, ...reading.unused])].toSorted(inOrder)
  return {
    fields: Object.fromEntries(values.map((each) => [each.field, each.values[0] ?? null])),
    /** The words that set nothing. */
    unused,
    /** The only one of these, if it is in no vocabulary. */
    unknown:
      unused.length === 1
        ? items.find((item) => item.text === unused[0] && isUnknown(item))?.text
        : undefined,
    /** A name that does not exist, or several values where one is needed. */
    problem: invalidQuestionIn(reading) ?? severalIn(values),
    /** A word that may mean several values. */
    vague: vague && invalid(`"${vague.text}" may be ${vague.values.join(' or ')}: name one of them.`),
    /** It may be a description. */
    has_noun: reading.noun !== undefined,
  }
}

const kinds = 'word value state priority grade role field name groups email me mine my_team quoted'.split(' ')

/** "urgent" is P1 or P2, but the caller has named neither. */
const isVague = (item: Item): item is ItemOf<'value'> => item.is === 'value' && item.values.length > 1

/** Also a value that this kind of record does not have; but a condition may limit the command. */
const isUnknown = (item: Item) =>
  item.is === 'word'
    ? !isCondition({ low: item.text.toLowerCase() })
    : item.is === 'value' && item.field !== 'condition'

const isIdle = ({ is, text }: Item): boolean =>
  !kinds.includes(is) &&
  !text
    .toLowerCase()
    .split(' ')
    .every((word) => word === 'to' || isSmall(word))

/** A state of any kind of record, because the kind is known only once the record is loaded. */
const isState = (item: Item): boolean => item.is === 'state' || /^open$/i.test(item.text)
const stateIn = (item: Item): string => (item.is === 'state' ? item.state : 'open')

const severalIn = (all: Value[]): InvalidQuestion | undefined => {
  const several = all.find(({ values }) => values.length > 1)?.values
  return several && invalid(`Name only one of ${several.slice(0, -1).join(', ')} and ${several.at(-1)}.`)
}

/** "set the priority of INC1 to 2", without the record. */
const priorityTo = /\bprio(?:rity)?(?: of)?(?: (?:it|this|that|them|these|those))? to ([1-4])\b/i

/** "set INC1 to P1", "assign it to bob@example.com", "put INC1 on hold", "link INC1 to CHG2". */
export function updateIn(
  input: CommandInput,
  verb: string,
  command: Command,
  rest: Word[],
): ParsedCommand | undefined {
  const to = rest.findIndex(({ low }) => low === 'to')
  const linked = verb === 'link' ? linkIn(command) : undefined
  if (linked) return parsedIfAllUsed(linked, unusedIn(rest.filter(({ low }) => low !== 'to')))
  if (/^(?:take|pick|unassign)$/.test(verb)) {
    const assigned_to = verb === 'unassign' ? null : input.asker
    return parsedIfAllUsed({ ...command, fields: { assigned_to } }, unusedIn(rest))
  }
  const isAssigned = assigns.has(verb)
  const text = isAssigned ? `assigned to ${textOf(rest.slice(to + 1))}` : textOf(rest)
  const set = text.replace(priorityTo, 'P$1')
  const kind = Array.isArray(command.targets) ? command.targets[0]?.type : undefined
  const ofKind = settingsIn(input, set, kind)
  // A field that this kind of record lacks is refused by its name.
  const { fields, unused, unknown, problem, vague } =
    Object.keys(ofKind.fields).length > 0 ? ofKind : settingsIn(input, set)
  if (problem) return problem
  const before = isAssigned ? unusedIn(rest.slice(0, Math.max(to, 0))) : []
  // Between several records, it may be a verb of its own.
  const isMinor =
    unknown !== undefined &&
    before.length === 0 &&
    (command.targets.length < 2 || !Array.isArray(command.targets))
  if (Object.keys(fields).length > 0 && isMinor) return parsedAs({ ...command, fields, unknown })
  if (Object.keys(fields).length > 0) return parsedIfAllUsed({ ...command, fields }, [...before, ...unused])
  if (verb === 'raise' || verb === 'bump')
    return parsedIfAllUsed(
      { ...command, verb: 'escalate' },
      unused.filter((word) => !/^prio/i.test(word)),
    )
  if (vague) return vague
  return isAssigned ? invalid('Say to whom: an e-mail address, a group, or "me".') : undefined
}

/** The second record is what the first is linked to. */
function linkIn(command: Command): Command | undefined {
  const [first, second] = Array.isArray(command.targets) ? command.targets : []
  const field = first?.type === 'incident' && second && relations.incident?.[second.type]
  return field ? { ...command, targets: [first], fields: { [field]: second.id } } : undefined
}
