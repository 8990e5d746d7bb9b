import { readFileSync } from 'node:fs'

/**
 * Questions that agents, on-call engineers and managers ask, and the decisive parts of a right answer against the demo
 * data, in `copilot-questions/*.txt`. `{words}` stands for the id of the record whose title has these words, ` | `
 * separates the questions of a conversation, and `$open` and the like abbreviate SQL.
 */
export interface Expected {
  /** `any`: no record has what is asked for, so the answer is unknown, or says what it must. */
  intent: string
  /** `table where condition`: the exact total of the answer. */
  rows?: string
  /** What the answer must say. */
  says?: RegExp
  /** What it must not say. */
  never?: RegExp
  /** Parts of the title of the record that is shown. */
  record?: string
  /** Names among the records of the answer. */
  names?: string[]
  /** Values or labels of the groups, in any order. */
  groups?: string[]
  actions: ExpectedAction[]
}

export interface ExpectedAction {
  type: string
  target?: string
  body: Record<string, unknown>
  allowed?: boolean
}

/** Several questions are one conversation; the last answer counts. */
export interface QuestionCase {
  kind: string
  asked: string[]
  expected: Expected
}

const abbreviations: [RegExp, string][] = [
  [/\$open_change\b/g, `state not in ('closed', 'cancelled')`],
  [/\$open\b/g, `state in ('new', 'in_progress', 'on_hold', 'reopened')`],
  [/\$week\b/g, `date_trunc('week', now() at time zone 'UTC') at time zone 'UTC'`],
  [/\$(month|year)\b/g, `date_trunc('$1', now() at time zone 'UTC') at time zone 'UTC'`],
  [/\$midnight\b/g, `date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`],
  [/\$breached\b/g, `(sla -> 'summary' ->> 'breached')::boolean`],
  [/\$on\(([^)]*)\)/g, `ci_id in (select id from cis where name = any(string_to_array('$1', ', ')))`],
  [/\$changes_on\(([^)]*)\)/g, `(select id from cis where name = '$1') = any(ci_ids)`],
]

const patternOf = (text: string) => {
  const [, source, flags] = /^\/(.*)\/(\w*)$/.exec(text)!
  return new RegExp(source!, flags)
}
const listOf = (text: string) => text.split(', ')

/** `update_incident on Orders do not reach {"state": "resolved"} allowed`: only the type is required. */
function actionOf(text: string): ExpectedAction {
  const [, type, target, body = '{}', allowed] =
    /^(\w+)(?: on ([^{]+?))?(?: (\{.*\}))?(?: (allowed|refused))?$/.exec(text)!
  return {
    type: type!,
    body: JSON.parse(body) as Record<string, unknown>,
    ...(target && { target }),
    ...(allowed && { allowed: allowed === 'allowed' }),
  }
}

const readers: Record<string, (text: string, so: Expected) => Partial<Expected>> = {
  rows: (text) => ({
    rows: abbreviations.reduce((sql, [short, long]) => sql.replace(short, long), text),
  }),
  says: (text) => ({ says: patternOf(text) }),
  never: (text) => ({ never: patternOf(text) }),
  record: (text) => ({ record: text }),
  names: (text) => ({ names: listOf(text) }),
  groups: (text) => ({ groups: listOf(text) }),
  action: (text, { actions }) => ({ actions: [...actions, actionOf(text)] }),
}

/** First who asks and what, then the intent, then a line for each part that must be right. */
function caseOf(kind: string, text: string): QuestionCase {
  const [question, intent, ...parts] = text.split('\n').map((line) => line.trim())
  const expected: Expected = { intent: intent!, actions: [] }
  for (const part of parts) {
    const [, name, value] = /^(\w+): (.*)$/.exec(part)!
    Object.assign(expected, readers[name!]!(value!, expected))
  }
  return { kind, asked: question!.replace(/^[\w-]+: /, '').split(' | '), expected }
}

const casesOf = (kind: string) =>
  readFileSync(new URL(`copilot-questions/${kind}.txt`, import.meta.url), 'utf8')
    .trim()
    .split(/\n{2,}/)
    .filter((paragraph) => !paragraph.startsWith('#'))
    .map((paragraph) => caseOf(kind, paragraph))

const split = [
  'lists',
  'counts',
  'statistics',
  'sla',
  'records',
  'cmdb',
  'commands',
  'conversations',
  'knowledge',
  'small-talk',
].flatMap(casesOf)

/** The first half is looked at while the copilot is developed; the others are only counted. */
const practice = casesOf('practice-2')
const later = casesOf('practice-4')
const latest = casesOf('practice-5')
const everyday = casesOf('practice-6')
const independent = casesOf('practice-7')
const stranger = casesOf('practice-8')
export const questionCases = {
  development: [
    ...split.filter(isDevelopment),
    ...casesOf('practice'),
    ...casesOf('practice-3'),
    ...casesOf('times-and-exclusions'),
    ...[...practice, ...later, ...latest, ...everyday, ...independent, ...stranger].filter(isDevelopment),
  ],
  check: practice.filter((each) => !isDevelopment(each)),
  'later check': later.filter((each) => !isDevelopment(each)),
  'latest check': latest.filter((each) => !isDevelopment(each)),
  'everyday check': everyday.filter((each) => !isDevelopment(each)),
  'independent check': independent.filter((each) => !isDevelopment(each)),
  "stranger's check": stranger.filter((each) => !isDevelopment(each)),
  unseen: split.filter((each) => !isDevelopment(each)),
  fresh: casesOf('fresh'),
}

export const knowledgeGapFree = new Set(
  split.filter(({ kind }) => kind === 'small-talk').flatMap(({ asked }) => asked),
)

/** FNV-1a of the question. */
function isDevelopment({ asked }: QuestionCase): boolean {
  let hash = 0x811c9dc5
  for (const character of String(asked)) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0
  return ((hash >>> 8) ^ hash) % 2 === 0
}
