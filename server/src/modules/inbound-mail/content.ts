import type { ImapFlow, MessageStructureObject } from 'imapflow'
import { htmlToText } from './html.ts'
import type { MailContent, MailFile } from './model.ts'
import { nameOf, partsOf } from './parts.ts'

/** More of a text is not loaded. */
const longestText = 2 ** 20
/** Those of more than 25 MiB are refused as any upload, those beyond the tenth are only named. */
const largestFile = 25 * 2 ** 20 + 1
const mostFiles = 10

/** Lines end as everywhere else; PostgreSQL stores neither NUL nor half a surrogate pair. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd').replaceAll('\r\n', '\n')

async function load(
  client: ImapFlow,
  uid: number,
  part: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const { content } = await client.download(String(uid), part ?? '1', { uid: true, maxBytes })
  const chunks: Buffer[] = []
  for await (const chunk of content ?? []) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Old programs write another encoding than they name, or name none: that of Windows then. */
function toText(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  const isUtf8 = !text.includes('\ufffd') || /[^\0-\x7f\ufffd]/.test(text)
  return isUtf8 ? text : new TextDecoder('windows-1252').decode(bytes)
}

/** The server knows the parts of the message, so only those that are used are loaded. */
export async function loadContent(
  client: ImapFlow,
  uid: number,
  structure: MessageStructureObject,
): Promise<MailContent> {
  const { plain, html, files } = partsOf(structure)
  const loadText = async (part: MessageStructureObject | undefined) =>
    part ? toText(await load(client, uid, part.part, longestText)) : ''
  const text = storable(await loadText(plain)).trim()
  const kept: MailFile[] = []
  for (const [index, file] of files.entries())
    kept.push({
      filename: nameOf(file, index),
      content_type: file.type,
      content: index < mostFiles ? await load(client, uid, file.part, largestFile) : Buffer.alloc(0),
    })
  return { text: text || storable(await htmlToText(await loadText(html))).trim(), files: kept }
}
