import { assigns, calls, clausesOf, invalid, join, parsedAs } from './command-parts.ts'
import { parsedIfAllUsed, plain, politeness, steps } from './command-parts.ts'
import { unusedIn, updates, verbOf } from './command-parts.ts'
import { splitReason, withoutCourtesies } from './command-texts.ts'
import type { Command, CommandInput, ParsedCommand } from './command-parts.ts'
import { creationIn, noteIn } from './new-texts.ts'
import { splitRecords } from './record-names.ts'
import { updateIn } from './settings.ts'
import { senseAt } from './vocabulary.ts'
import { wordsOf, type Word } from './words.ts'

/** Seven digits or fewer; beyond ten million, seven digits and letters. */
const recordId = '([a-z]{3}\\d{1,7}|(?:inc|chg|req)(?=[a-z]*\\d)[0-9a-z]{7})'

/** "INC1, please close it". Text after a colon is not a command. */
const recordFirst = new RegExp(`^${recordId},\\s*(?:please\\s+)?([a-z-]+)(?:\\s+it\\b)?`, 'i')

/** Wordings that are replaced before parsing. */
const rewrites: [wording: RegExp, same: string][] = [
  [politeness, ''],
  // "I'm taking INC1"
  [
    new RegExp(`^i(?:'m| am) (?:now )?(?:taking|picking up|on) (?=(?:${recordId}|it|this|that)\\b)`, 'i'),
    'take ',
  ],
  // "... and leave a note saying so"
  [/,? and (?:leave|add|write) a (?:note|comment) (?:saying|that says|to say) so\W*$/i, ''],
  // "INC1 should be P2", "INC1 on hold please", "INC1 back to the service desk"
  [
    new RegExp(
      `^${recordId} (?:(?:should|must|shall|needs to|has to) be (?:set to )?|(?:back )?to |(?=on hold))`,
      'i',
    ),
    'set $1 to ',
  ],
  // "close INC1 as fixed"
  [
    /^((?:close|resolve|solve) (?:[^\s:,"]+ )?[^\s:,"]+) as (?:closed|completed|done|fixed|resolved|solved)\b/i,
    '$1',
  ],
  // "INC1 -> Network"
  [new RegExp(`^${recordId}\\s*(?:->|=>|→)\\s*`, 'i'), 'assign $1 to '],
]

const sentences = /^(.*)(?:[.;!?]\s+|,\s+(?=please\b))(.+)$/is

/** The commands of a text, or of its last sentence: "INC1 is fixed. Please resolve it". */
export function commandIn(input: Omit<CommandInput, 'words'>): ParsedCommand | undefined {
  const parsed = parseSentence(input)
  const [, before, last] = parsed ? [] : (sentences.exec(input.text) ?? [])
  const later = last ? parseSentence({ ...input, text: last }) : undefined
  const { records } = splitRecords(wordsOf(before ?? ''))
  if (later?.kind !== 'command' || later.commands.some(({ verb }) => verb === 'create')) return parsed
  const named = later.commands.map((each) =>
    each.targets === 'it' && records.length === 1 ? { ...each, targets: records } : each,
  )
  return named.every(({ targets }) => Array.isArray(targets)) ? parsedAs(...named) : undefined
}

/** A sentence that starts with a verb, followed by its records. */
function parseSentence(sentence: Omit<CommandInput, 'words'>): ParsedCommand | undefined {
  const text = rewrites
    .reduce((all, [wording, same]) => all.replace(wording, same), sentence.text.trimStart())
    .replace(recordFirst, (whole, id: string, verb: string) =>
      verbOf(verb.toLowerCase()) ? `${verb} ${id}` : whole,
    )
  const input: CommandInput = { ...sentence, text, words: wordsOf(text) }
  if (!input.words[0] || input.words[0].is_quoted) return undefined
  const made = creationIn(input) ?? noteIn(input)
  if (made) return made
  const { head, tail } = splitReason({ ...input, words: withoutCourtesies(input.words) })
  const clauses = clausesOf(head)
  const verbIn = ([first]: Word[]) => verbOf(first?.low ?? '')
  const last = verbIn(clauses.at(-1)!)
  const commands: Command[] = []
  for (const clause of clauses) {
    // "reject CHG1 and reject CHG2 because ..." gives the reason for both.
    const parsed = parseClause(input, clause, verbIn(clause) === last ? tail : '', commands.at(-1))
    if (parsed?.kind !== 'command') return parsed
    commands.push(...parsed.commands)
  }
  return parsedAs(...commands.reduce(join, []))
}

function parseClause(
  input: CommandInput,
  head: Word[],
  text: string,
  last: Command | undefined,
): ParsedCommand | undefined {
  const named = verbOf(head[0]?.low ?? '')
  const verb = named === 'escalate' && head.some(({ low }) => low === 'to') ? 'assign' : named
  // "give me a summary of INC1" is a question.
  if (!verb || (/^(?:give|send)$/.test(verb) && /^(?:me|us)$/.test(head[1]?.low ?? ''))) return undefined
  const targets = targetsIn(head, last)
  const isPassedOn = assigns.has(verb) && head.some(({ low }) => low === 'to')
  if (!targets) return plain.has(verb) || (isPassedOn && head.some(isRecords)) ? manyIn(head) : undefined
  const rest = withoutFormer(withoutOne(splitRecords(head.slice(1)).rest))
  const command: Command = { verb: 'update', targets, fields: {}, text }
  if (updates.has(verb)) return updateIn(input, verb, command, rest)
  const unused = unusedIn(rest)
  // "start date of CHG1" is a question.
  if (!plain.has(verb) && unused.length > 0) return undefined
  const call = calls.get(verb)
  return parsedIfAllUsed(
    { ...command, ...(call ? { verb: call } : { fields: { state: steps.get(verb)! } }) },
    unused,
  )
}

/** "close this one" */
const withoutOne = (words: Word[]): Word[] =>
  words.filter(({ low }, place) => low !== 'one' || !/^(?:this|that)$/.test(words[place - 1]?.low ?? ''))

/** "from P3 to P2" sets P2. */
function withoutFormer(words: Word[]): Word[] {
  const from = words.findIndex(({ low }) => low === 'from')
  const to = words.findIndex(({ low }, place) => low === 'to' && place > from)
  return from >= 0 && to > 0 ? words.toSpliced(from, to - from) : words
}

function targetsIn(head: Word[], last: Command | undefined): Command['targets'] | undefined {
  const { records } = splitRecords(head)
  if (records.length > 0) return records
  if (last) return last.targets
  if (head.some(({ low }) => /^(?:them|those|these)$/.test(low))) return 'they'
  return head.length === 1 || head.some(({ low }) => /^(?:it|this|that)$/.test(low)) ? 'it' : undefined
}

const isRecords = ({ low }: Word) =>
  low.endsWith('s') && (/^p\ds$/.test(low) || senseAt([low], 0)?.sense.is === 'noun')
const many = /^(?:all|every|everything|each)$/

/** "close all P1 incidents"; but "close to breach" is not a command. */
const manyIn = (head: Word[]): ParsedCommand | undefined =>
  head.some((word) => isRecords(word) || many.test(word.low)) && head[1]?.low !== 'to'
    ? invalid(
        'I propose actions only for records that you name, such as INC0000042, or for a list of at most 10 that I have just shown ("close them").',
      )
    : undefined
