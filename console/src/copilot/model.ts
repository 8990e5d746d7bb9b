/** A change that the copilot proposes. Nothing is done until a person confirms it. */
export interface Action {
  type: string
  label: string
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: Record<string, unknown>
  allowed: boolean
  reason?: string
}

export interface FoundRecord {
  id: string
  [field: string]: unknown
}

export interface Part {
  type: string
  total: number
  query: string | null
  records: FoundRecord[]
  groups?: { value: string | null; label: string; count: number; minutes: number | null }[]
}

export interface Answer {
  answer: string
  intent: string
  citations: { article_id: string; title: string }[]
  results: (Part & { also?: Part[] }) | null
  actions: Action[]
  conversation_id: string
  model_used: string
}

/** A question, and what has come of it so far. */
export interface Turn {
  id: number
  question: string
  /** What was told until now. */
  text: string
  answer?: Answer
  error?: Error
  isStopped?: true
}

/** What the answer says besides its tables: the lines that they repeat are left out. */
export function proseOf({ answer, results }: Answer): string {
  const ids = new Set(results?.records.map(({ id }) => id))
  const labels = results?.groups?.map(({ label }) => `- ${label}: `) ?? []
  const isTold = (line: string) =>
    (line.startsWith('- ') && ids.has(line.split(' ')[1]!)) || labels.some((label) => line.startsWith(label))
  return answer
    .split('\n')
    .filter((line) => !isTold(line))
    .join('\n')
}

const pages: [type: string, path: RegExp][] = [
  ['incident', /^\/incidents\/(INC[0-9A-Z]{7})/],
  ['change', /^\/changes\/(CHG[0-9A-Z]{7})/],
  ['request', /^\/requests\/(REQ[0-9A-Z]{7})/],
  ['ci', /^\/cmdb\/cis\/(CI\d+)/],
  ['article', /^\/knowledge\/(KB[0-9A-Z]{7})/],
]

/** The record that a page shows: what "it" and "this incident" mean there. */
export function recordOn(pathname: string): { type: string; id: string } | undefined {
  for (const [type, path] of pages) {
    const id = path.exec(pathname)?.[1]
    if (id) return { type, id }
  }
  return undefined
}
