import type { MessageStructureObject } from 'imapflow'

/** Messages are not nested as deep, and not all servers refuse those that are. */
const deepest = 50

interface Parts {
  plain?: MessageStructureObject
  html?: MessageStructureObject
  files: MessageStructureObject[]
}

/** Of a signed or an encrypted message: nobody reads them. */
const ofCryptography = /^application\/(?:pkcs7-signature|x-pkcs7-signature|pgp-signature|pgp-encrypted)$/

/** A text to read is the first of its kind. Images within a text are mostly logos of signatures. */
function sort(parts: Parts, part: MessageStructureObject, isRelated: boolean): void {
  const isAttached = part.disposition === 'attachment'
  if (ofCryptography.test(part.type)) return
  if (part.type === 'text/plain' && !isAttached && !parts.plain) parts.plain = part
  else if (part.type === 'text/html' && !isAttached && !parts.html) parts.html = part
  else if (isAttached || !isRelated) parts.files.push(part)
}

/** The parts of a message that are used. A forwarded message is a file. */
export function partsOf(structure: MessageStructureObject): Parts {
  const parts: Parts = { files: [] }
  const walk = (part: MessageStructureObject, isRelated: boolean, depth: number): void => {
    if (!part.type.startsWith('multipart/')) sort(parts, part, isRelated)
    else if (depth < deepest)
      for (const child of part.childNodes ?? []) walk(child, part.type === 'multipart/related', depth + 1)
  }
  walk(structure, false, 0)
  return parts
}

/** A name without a path, and without characters that reverse what follows. */
export function nameOf(
  { dispositionParameters, parameters, type }: MessageStructureObject,
  index: number,
): string {
  const given = dispositionParameters?.filename ?? parameters?.name ?? ''
  const name = given
    .replaceAll(/[/\\\p{C}\p{Zl}\p{Zp}]+/gu, '_')
    .slice(0, 200)
    .toWellFormed()
  return name || (type === 'message/rfc822' ? `message-${index + 1}.eml` : `attachment-${index + 1}`)
}
