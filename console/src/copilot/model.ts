import type { ContextRecord, CopilotAnswer } from '../api/schema.d.ts'

/** A question, and what has come of it so far. */
export interface Turn {
  id: number
  question: string
  /** What was told until now. */
  text: string
  answer?: CopilotAnswer
  error?: Error
  isStopped?: true
}

/** What the answer says besides its tables: the lines that they repeat are left out. */
export function proseOf({ answer, results }: CopilotAnswer): string {
  const ids = new Set(results?.records.map(({ id }) => id))
  const labels = results?.groups?.map(({ label }) => `- ${label}: `) ?? []
  const isTold = (line: string) =>
    (line.startsWith('- ') && ids.has(line.split(' ')[1]!)) || labels.some((label) => line.startsWith(label))
  return answer
    .split('\n')
    .filter((line) => !isTold(line))
    .join('\n')
}

const pages: [type: ContextRecord['type'], path: RegExp][] = [
  ['incident', /^\/incidents\/(INC[0-9A-Z]{7})/],
  ['change', /^\/changes\/(CHG[0-9A-Z]{7})/],
  ['request', /^\/requests\/(REQ[0-9A-Z]{7})/],
  ['ci', /^\/cmdb\/cis\/(CI\d+)/],
  ['article', /^\/knowledge\/(KB[0-9A-Z]{7})/],
]

/** The record that a page shows: what "it" and "this incident" mean there. */
export function recordOn(pathname: string): ContextRecord | undefined {
  for (const [type, path] of pages) {
    const id = path.exec(pathname)?.[1]
    if (id) return { type, id }
  }
  return undefined
}
