import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** Limit of attempts at parsing an answer; a text may be all braces. */
const maxCandidates = 20

/** Longer than any answer of a few thousand tokens. */
const maxLength = 100_000

export type ParseResult<S extends TSchema> = { value: Static<S> } | { complaint: string }

/** The value of the schema in a model's answer, or an error message for the model. */
export function read<S extends TSchema>(
  schema: S,
  text: string,
  tidy: TextFilter = (words) => words,
): ParseResult<S> {
  let complaint = 'it was not JSON'
  for (const candidate of candidatesOf(text.slice(0, maxLength))) {
    const parsed = parse(candidate, tidy)
    if (parsed === undefined) continue
    const found = check(schema, parsed.value)
    if (found === undefined) return { value: parsed.value as Static<S> }
    complaint = found
  }
  return { complaint }
}

/** Applied to every string of a value before validation. */
type TextFilter = (text: string) => string

/** An error message for the model, or undefined when the value is valid. */
export function check(schema: TSchema, value: unknown): string | undefined {
  if (Value.Check(schema, value)) return undefined
  const [error] = Value.Errors(schema, value)
  const message = error?.keyword === 'boolean' ? 'is not expected' : error?.message
  return `${error?.instancePath || 'the value'} ${message ?? 'has another form'}`.slice(0, 300)
}

/** The full text; then, without reasoning, the content of code blocks and the objects inside the text. */
function* candidatesOf(text: string): Generator<string> {
  yield text
  const answer = text.slice(text.lastIndexOf('</think>') + 1)
  for (const [, code] of answer.matchAll(/```[a-z]*\n([\s\S]*?)```/gi)) yield code!
  let from = 0
  for (let count = 0; count < maxCandidates; count++) {
    const start = answer.indexOf('{', from)
    if (start < 0) return
    const end = endOfObject(answer, start)
    if (end > 0) yield answer.slice(start, end)
    from = end > 0 ? end : start + 1
  }
}

/** The position after the brace that closes the one at `start`; -1 when none does. */
function endOfObject(text: string, start: number): number {
  let depth = 0
  let isQuoted = false
  for (let i = start; i < text.length; i++) {
    const letter = text[i]
    if (isQuoted && letter === '\\') i++
    else if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && letter === '{') depth++
    else if (!isQuoted && letter === '}' && --depth === 0) return i + 1
  }
  return -1
}

/** Undefined for text that is not JSON, or nested too deeply. */
function parse(text: string, tidy: TextFilter): { value: unknown } | undefined {
  try {
    return {
      value: JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? tidy(value) : value)),
    }
  } catch {
    return undefined
  }
}
