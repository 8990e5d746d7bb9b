import type { MessageEnvelopeObject } from 'imapflow'
import { sha256 } from '../../kernel/crypto.ts'
import { withoutComments } from './authentication.ts'
import type { MailHead } from './model.ts'

/** All headers together are shorter, or the message is refused. */
export const longestHead = 64 * 1024

/** The values of each header, by its name in lower case. One with a space before the colon is none: filters may miss it. */
function readHeaders(source: Buffer): (name: string) => string[] {
  const lines = source
    .toString('latin1')
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return { name: line.slice(0, colon).toLowerCase(), value: line.slice(colon + 1).trim() }
  })
  return (name) => headers.filter((header) => header.name === name).map(({ value }) => value)
}

const idsIn = (headers: string[]) =>
  headers
    .flatMap((header) => header.split('<').slice(1))
    .flatMap((rest) => /^([^<>\s]+)>/.exec(rest)?.[1] ?? [])

/** Headers of those that answer by themselves (RFC 3834, and what came before it), and of lists. */
const automaticHeaders: Record<string, RegExp> = {
  'auto-submitted': /^(?!no\b)/i,
  precedence: /^(?:bulk|junk|list|auto_reply)\b/i,
  'list-id': /^/,
  'return-path': /^<>/,
  'x-autoreply': /^(?!no\b)/i,
  'x-autorespond': /^(?!no\b)/i,
  'x-auto-response-suppress': /\b(?:all|oof|autoreply)\b/i,
  'content-type': /^multipart\/report\b/i,
}

const isAutomatic = (valuesOf: (name: string) => string[]): boolean =>
  Object.entries(automaticHeaders).some(([name, form]) =>
    valuesOf(name).some((value) => form.test(withoutComments(value).trim())),
  )

/** Programs differ in which of several addresses they take for the sender, so there must be one only. */
function senderOf(address: string | undefined, headers: string[]): string | undefined {
  const written = headers.map((header) => withoutComments(header).toLowerCase()).join(',')
  const sender = address?.toLowerCase()
  return sender && written.includes(sender) && written.split('@').length === 2 ? sender : undefined
}

export function readHead(source: Buffer, { from = [], subject = '' }: MessageEnvelopeObject): MailHead {
  const valuesOf = readHeaders(source)
  const [author] = from
  return {
    // Others, such as Received, differ when it is delivered again.
    id:
      idsIn(valuesOf('message-id'))[0] ?? sha256(['from', 'to', 'date', 'subject'].map(valuesOf).join('\n')),
    from: from.length === 1 ? senderOf(author?.address, valuesOf('from')) : undefined,
    name: author?.name || author?.address || '',
    subject,
    references: [...idsIn(valuesOf('references')), ...idsIn(valuesOf('in-reply-to'))],
    is_automatic: isAutomatic(valuesOf),
    authentication: valuesOf('authentication-results'),
  }
}
