/**
 * Text with placeholders for values of a payload: `Disk full on {{ host | default: "?" | upper }}`.
 * There are no loops and no code; the work is bounded by the size of the template and of its output.
 */
import { MappingError, readerOf, readPath, skipSpaces, type Path } from './path.ts'
import { readTemplateFilters, type TemplateFilter } from './template-filters.ts'
import { asText, truncate, type WorkBudget } from './text.ts'

const maxTemplateLength = 8192
const maxPlaceholders = 64
const maxOutputLength = 8192
/** Characters that all placeholders of a small template may process together. */
const minWork = 64 * 1024

interface Placeholder {
  path: Path
  filters: TemplateFilter[]
}

/** Literal text and placeholders, in order. */
export type Template = readonly (string | Placeholder)[]

export function compileTemplate(text: string): Template {
  if (text.length > maxTemplateLength)
    throw new MappingError(`a template has at most ${maxTemplateLength} characters`)
  const parts: (string | Placeholder)[] = []
  let end = 0
  for (let open = text.indexOf('{{'); open !== -1; open = text.indexOf('{{', end)) {
    if (parts.length >= 2 * maxPlaceholders)
      throw new MappingError(`a template has at most ${maxPlaceholders} placeholders`, open)
    parts.push(text.slice(end, open))
    const path = readPath(text, skipSpaces(text, open + 2))
    const filters = readTemplateFilters(text, path.end)
    if (!text.startsWith('}}', filters.end)) throw new MappingError('expected | or }}', filters.end)
    parts.push({ path: path.value, filters: filters.value })
    end = filters.end + 2
  }
  parts.push(text.slice(end))
  return parts
}

/** At most `maxLength` characters, truncated with an ellipsis. PostgreSQL stores neither NUL nor half a character. */
export function render(template: Template, payload: unknown, maxLength = maxOutputLength): string {
  // A character may take two code units, and one more reveals a truncation.
  const room = 2 * maxLength + 2
  const work: WorkBudget = { each: room, left: Math.max(minWork, 2 * room) }
  const read = readerOf(payload)
  let text = ''
  for (const part of template) {
    if (text.length >= room) break
    text += typeof part === 'string' ? part : fill(part, read, work)
  }
  return truncate(text.replaceAll('\0', '').toWellFormed(), maxLength)
}

function fill({ path, filters }: Placeholder, read: (path: Path) => unknown, work: WorkBudget): string {
  let value = read(path)
  for (const apply of filters) value = apply(value, work)
  return asText(value, work)
}
