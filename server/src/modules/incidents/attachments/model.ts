import { Type, type Static } from 'typebox'
import { sha256 } from '../../../kernel/crypto.ts'
import { invalidField, Problem } from '../../../kernel/errors.ts'
import { NamedObject, Nullable } from '../../../kernel/schema.ts'

export const Attachment = NamedObject('Attachment', {
  id: Type.String(),
  filename: Type.String(),
  content_type: Type.String(),
  size: Nullable(Type.Integer()),
  sha256: Nullable(Type.String()),
  url: Type.String(),
})
export type Attachment = Static<typeof Attachment>

export const maxBytes = 25 * 2 ** 20

/** Types that a browser would execute if it ever displayed them. */
const refusedTypes =
  /^(text\/html|application\/xhtml\+xml|image\/svg\+xml|text\/javascript|application\/javascript|application\/x-msdownload)$/i
const typeForm = /^[\w.+-]+\/[\w.+-]+$/

export interface Upload {
  filename: string
  content_type: string
  size: number
  sha256: string
  content: Buffer
}

/** They reverse what follows: "invoice\u202efdp.exe" is shown as "invoiceexe.pdf". */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/

/** What the request calls the parts of a file. */
interface UploadNames {
  filename: string
  content_type: string
  content: string
}

export function checkUpload(
  filename: string,
  contentType: string,
  content: Buffer,
  names: UploadNames,
): Upload {
  const refuse = (part: keyof UploadNames, code: string, why: string) =>
    invalidField(names[part], code, `${names[part]} ${why}`)
  if (/[/\\]|^\.+$/.test(filename)) throw refuse('filename', 'pattern', 'must be a name without a path')
  if (directionControls.test(filename))
    throw refuse('filename', 'pattern', 'must not contain characters that change the direction of text')
  if (!typeForm.test(contentType))
    throw refuse('content_type', 'pattern', 'must be a media type such as text/plain')
  if (refusedTypes.test(contentType))
    throw refuse('content_type', 'refused', `${contentType} is not accepted`)
  if (content.length === 0) throw refuse('content', 'empty', 'must not be empty')
  if (content.length > maxBytes)
    throw new Problem(413, 'payload_too_large', `${names.content} is larger than 25 MiB`)
  return { filename, content_type: contentType, size: content.length, sha256: sha256(content), content }
}

/** Node skips characters that are not base64; this refuses them. The padding may be missing. */
export function decodeBase64(text: string, field: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  const whole = bytes.toString('base64')
  if (text !== whole && text !== whole.replace(/={1,2}$/, ''))
    throw invalidField(`${field}.content_base64`, 'pattern', `${field}.content_base64 is not base64`)
  return bytes
}

/** A link is stored as it is and never fetched. */
export function checkLink(url: string, field: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const hasLineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]/u.test(url) // which parsing drops
  if (!parsed || hasLineBreaks || !['http:', 'https:'].includes(parsed.protocol))
    throw invalidField(`${field}.url`, 'format', `${field}.url must be an http or https address`)
  return url
}
