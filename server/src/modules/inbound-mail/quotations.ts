import { idsInText } from '../../kernel/record-ids.ts'
import { replyLine } from '../notifications/texts.ts'

const words = (list: string) => list.trim().split(/,\s+/).join('|')

const isBlank = (line: string) => line.trim() === ''
export const isQuoted = (line: string) => /^\s*>/.test(line)
/** "-----Original Message-----", and the line that Outlook draws. */
export const isRule = (line: string) => /^\s*[-_]{3,}/.test(line)

/** Headers that a program writes above a quoted message; `*` is bold. */
const header = (names: string) => new RegExp(`^[\\s*]*(?:${words(names)})[\\s*]*[:：]`, 'i')
const senders =
  header(`From, Von, De, Da, Van, Från, Fra, Od, От, Від, Lähettäjä, Kimden, Gönderen, Feladó, Από, De la,
  差出人, 发件人, 寄件者, 보낸 사람`)
const dates =
  header(`Sent, Date, Gesendet, Datum, Envoyé, Enviado, Enviado el, Enviado em, Enviada em, Data, Inviato,
  Verzonden, Skickat, Sendt, Dato`)
const subjects =
  header(`Subject, Betreff, Objet, Asunto, Oggetto, Onderwerp, Assunto, Ämne, Emne, Temat, Předmět, Predmet,
  Тема, Aihe, Konu, Tárgy, Θέμα, Subiect, 件名, 主题, 主旨, 제목`)

/** "... wrote:"; some languages have it at the start or none, but the address. */
const wrote = new RegExp(
  words(`wrote, schrieb, a écrit, escribió, ha scritto, schreef, escreveu, skrev, kirjoitti, napisał, napsal, napísal,
    yazdı, írta, a scris, έγραψε, пишет, писал, написал, пише, 写道, 寫道, 작성`),
)
const address = /[^\s<(]@[^\s>)]/
const opening =
  /^[\s>]*(?:(?:On|Am|Le|El|Il|Op|Em|Den|På|W|Dnia|Dne|Dňa|La|Pada) |\p{L}{2,4}[.,]* \d|\d{1,4}[./年-])/u
const time = /\d[:.h]\d\d/

/** No header and no introduction of a quotation is longer. */
const longestLine = 500
const mostHeaders = 12

/** "On Thu, 19 Nov 2026, Mainstay <desk@example.com> wrote:", which may be wrapped, and its last line. */
function introductionAt(lines: string[], start: number): { end: number; text: string } | undefined {
  for (let end = start; end < start + 3 && !isBlank(lines[end] ?? ''); end++) {
    if (end > start && (!opening.test(lines[start]!) || opening.test(lines[end]!))) return undefined
    const text = lines.slice(start, end + 1).join(' ')
    if (text.length > longestLine) return undefined
    if (/[:：]\s*$/.test(text)) return address.test(text) || wrote.test(text) ? { end, text } : undefined
  }
  return undefined
}

/** The headers of a quoted message: it is one of ours, or about a record. */
function areHeaders(lines: string[], start: number): boolean {
  const first = lines[start]!
  if (!senders.test(first) && !dates.test(first)) return false
  const block = lines.slice(start, start + mostHeaders)
  const blank = block.findIndex(isBlank)
  const headers = blank === -1 ? block : block.slice(0, blank)
  if (![senders, subjects].every((name) => headers.some((line) => name.test(line)))) return false
  return (
    new RegExp(idsInText).test(headers.join(' ')) || nextLine(lines, start + headers.length) === replyLine
  )
}

const nextLine = (lines: string[], start: number) =>
  lines
    .slice(start, start + mostHeaders)
    .find((line) => !isBlank(line))
    ?.trim()

/**
 * Where the quotation begins that ends the text. Below lines that begin with ">" nothing else may stand: it would be an
 * answer.
 */
export function startOfQuotation(lines: string[]): number {
  const lastWritten = lines.findLastIndex((line) => !isBlank(line) && !isQuoted(line))
  const lastQuoted = lines.findLastIndex(isQuoted)
  const ours = lines.findIndex((line) => line.includes(replyLine))
  const begins = (start: number): boolean => {
    const line = lines[start]!
    if (line.length > longestLine || isBlank(line)) return false
    if (start > lastWritten && start <= ours) return true
    if (areHeaders(lines, start)) return true
    const introduction = introductionAt(lines, start)
    if (!introduction) return start === ours && !isQuoted(line)
    const { end, text } = introduction
    if (lastQuoted >= start) return lastWritten <= end
    return (
      nextLine(lines, end + 1) === replyLine || (address.test(text) && wrote.test(text) && time.test(text))
    )
  }
  const start = lines.findIndex((_, at) => begins(at))
  return start === -1 ? lines.length : start
}
