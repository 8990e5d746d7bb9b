import type { Email } from 'postal-mime'
import { sha256 } from '../../kernel/crypto.ts'
import { withoutComments } from './authentication.ts'
import type { InboundMail, MailFile } from './model.ts'

/** More of a page of HTML is not read. */
const longestHtml = 2 ** 20

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

async function textOf({ text, html }: Email): Promise<string> {
  if (text?.trim() || html === undefined) return text ?? ''
  const { convert } = await import('html-to-text')
  return convert(html, {
    wordwrap: false,
    limits: { maxInputLength: longestHtml, maxDepth: 100 },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    ],
  })
}

const idsIn = (header = '') => [...header.matchAll(/<([^<>\s]+)>/g)].map(([, id]) => id!)

function isAutomatic({ headers }: Email): boolean {
  const valueOf = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase()
  return (
    !['no', undefined].includes(valueOf('auto-submitted')) ||
    ['bulk', 'junk', 'list'].includes(valueOf('precedence') ?? '') ||
    valueOf('list-id') !== undefined ||
    valueOf('return-path') === '<>'
  )
}

/** A name without a path, and without characters that reverse what follows. */
const cleanName = (name: string) =>
  name
    .replaceAll(/[/\\\p{C}\p{Zl}\p{Zp}]+/gu, '_')
    .slice(0, 255)
    .toWellFormed()

/** Images within the text are mostly logos of signatures. */
const filesOf = ({ attachments }: Email): MailFile[] =>
  attachments
    .filter(({ related, disposition }) => !related || disposition === 'attachment')
    .map(({ filename, mimeType, content }, index) => ({
      filename: cleanName(filename ?? '') || `attachment-${index + 1}`,
      content_type: mimeType,
      content: Buffer.from(content as ArrayBuffer),
    }))

/** Programs differ in which of several addresses they take for the sender, so there must be one only. */
function senderOf(address: string | undefined, headers: string[]): string | undefined {
  const written = headers.map((header) => withoutComments(header).toLowerCase()).join(',')
  const sender = address?.toLowerCase()
  return sender && written.includes(sender) && written.split('@').length === 2 ? sender : undefined
}

/** Loaded with the first email: most instances read none. */
export async function parseMail(source: Buffer): Promise<InboundMail> {
  const { default: PostalMime } = await import('postal-mime')
  const email = await PostalMime.parse(source)
  const { from, messageId, references, inReplyTo, subject = '', headers } = email
  const valuesOf = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value)
  return {
    id: idsIn(messageId)[0] ?? sha256(source),
    from: senderOf(from?.address, valuesOf('from')),
    name: from?.name || from?.address || '',
    subject,
    text: storable(await textOf(email)).trim(),
    references: [...idsIn(references), ...idsIn(inReplyTo)],
    is_automatic: isAutomatic(email),
    authentication: valuesOf('authentication-results'),
    files: filesOf(email),
  }
}
