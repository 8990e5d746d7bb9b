import { replyLine } from '../notifications/texts.ts'

const isQuoted = (line: string) => line.trimStart().startsWith('>')
/** "-----Original Message-----", and the line that Outlook draws. */
const isRule = (line: string) => /^\s*[-_]{3,}/.test(line)
/** "From: ...", "Gesendet: ...", "*À :* ..." above a quoted message. */
const isHeader = (line: string) => /^\s*\*?\p{L}[\p{L}\s-]{0,20}\s?:\*?\s+\S/u.test(line)
const isBlank = (line: string) => line.trim() === ''

function dropEnd(lines: string[], isDropped: (line: string) => boolean): string[] {
  const last = lines.findLastIndex((line) => !isDropped(line))
  return lines.slice(0, last + 1)
}

/** "On Thu, 19 Nov 2026, Mainstay <desk@example.com> wrote:", which mail programs wrap. */
function dropIntroduction(lines: string[]): string[] {
  if (!lines.at(-1)?.trimEnd().endsWith(':')) return lines
  const start = lines.findLastIndex(isBlank) + 1
  return lines.length - start <= 3 ? lines.slice(0, start) : lines
}

/** What somebody wrote above the email that they answer, without its quotation and without a signature (RFC 3676, 4.3). */
export function replyIn(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const end = lines.findIndex((line) => line.includes(replyLine))
  const above = end === -1 ? lines : lines.slice(0, end)
  const isFrame = (line: string) =>
    isBlank(line) || isQuoted(line) || (end !== -1 && (isRule(line) || isHeader(line)))
  const unquoted = dropEnd(above, isFrame)
  const hasQuotation = end !== -1 || above.slice(unquoted.length).some(isQuoted)
  const written = hasQuotation ? dropIntroduction(unquoted) : unquoted
  const signature = written.indexOf('-- ')
  return (signature === -1 ? written : written.slice(0, signature)).join('\n').trim()
}
