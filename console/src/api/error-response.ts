import type { Problem } from './schema.d.ts'

/** Proxies answer with these when the service behind them does not; the service itself sends a problem. */
export const isFromProxy = ({ status, headers }: Response): boolean =>
  [502, 503, 504].includes(status) && !headers.get('content-type')?.startsWith('application/problem+json')

/** The problem in the body of an error response; empty if something in between has answered, for example in HTML. */
export function parseProblem(text: string): Partial<Problem> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<Problem>
  } catch {
    return {}
  }
}
