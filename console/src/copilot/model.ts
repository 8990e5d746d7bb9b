import type { ContextRecord, CopilotAnswer } from '../api/schema.d.ts'

/** A question and its answer so far. */
export interface Turn {
  id: number
  question: string
  /** The text received so far. */
  text: string
  answer?: CopilotAnswer
  error?: Error
  isStopped?: true
}

/** The answer without the lines that its tables and proposals repeat. */
export function proseOf({ answer, results, actions }: CopilotAnswer): string {
  const ids = new Set(results?.records.map(({ id }) => id))
  const labels = results?.groups?.map(({ label }) => `- ${label}: `) ?? []
  const proposals = new Set(
    actions.map(({ allowed, label, reason }) =>
      allowed
        ? `Proposed, not carried out: ${label}. Confirm to do it.`
        : `Not possible now: ${label}. ${reason}`,
    ),
  )
  const isRepeated = (line: string) =>
    (line.startsWith('- ') && ids.has(line.split(' ')[1]!)) ||
    labels.some((label) => line.startsWith(label)) ||
    proposals.has(line)
  return answer
    .split('\n')
    .filter((line) => !isRepeated(line))
    .join('\n')
}

const pages: [type: ContextRecord['type'], path: RegExp][] = [
  ['incident', /^\/incidents\/(INC[0-9A-Z]{7})/],
  ['change', /^\/changes\/(CHG[0-9A-Z]{7})/],
  ['request', /^\/requests\/(REQ[0-9A-Z]{7})/],
  ['ci', /^\/cmdb\/cis\/(CI\d+)/],
  ['article', /^\/knowledge\/(KB[0-9A-Z]{7})/],
]

/** The record of a page, which "it" and "this incident" refer to. */
export function recordOn(pathname: string): ContextRecord | undefined {
  for (const [type, path] of pages) {
    const id = path.exec(pathname)?.[1]
    if (id) return { type, id }
  }
  return undefined
}
