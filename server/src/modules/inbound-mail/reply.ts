import { isQuoted, isRule, startOfQuotation } from './quotations.ts'

/** Without a signature (RFC 3676, 4.3), unless answers stand below it. */
function dropSignature(lines: string[]): string[] {
  const signature = lines.lastIndexOf('-- ')
  return signature === -1 || lines.slice(signature).some(isQuoted) ? lines : lines.slice(0, signature)
}

/** What somebody wrote in answer to an email, without its quotation. Answers below or within the quotation keep it. */
export function replyIn(text: string): string {
  const lines = dropSignature(text.replaceAll('\r\n', '\n').split('\n'))
  const above = lines.slice(0, startOfQuotation(lines))
  const last = above.findLastIndex((line) => line.trim() !== '' && !isRule(line))
  const written = above.length < lines.length ? above.slice(0, last + 1) : above
  return dropSignature(written).join('\n').trim()
}
