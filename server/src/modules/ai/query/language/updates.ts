import { assigns, invalid, parsedAs, parsedIfAllUsed, textOf, unusedIn } from './command-parts.ts'
import type { Command, CommandInput, ParsedCommand } from './command-parts.ts'
import { settingsIn } from './settings.ts'
import type { Word } from './words.ts'

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
  const { fields, unused, unknown, problem, vague } = settingsIn(input, text.replace(priorityTo, 'P$1'))
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
  const field = second?.type === 'ci' ? 'ci_id' : second?.type === 'change' ? 'change_id' : undefined
  return first?.type === 'incident' && field
    ? { ...command, targets: [first], fields: { [field]: second!.id } }
    : undefined
}
