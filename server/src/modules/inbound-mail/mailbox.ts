import type { FetchQueryObject, ImapFlow } from 'imapflow'
import { second } from '../../kernel/durations.ts'
import { loadContent } from './content.ts'
import { headerNames, longestHead, readHead } from './head.ts'
import type { MailContent, MailHead } from './model.ts'

/** Larger messages are not loaded. Attachments of 25 MiB are encoded as a third more. */
const maxBytes = 40 * 2 ** 20
/** The next run continues. */
const mostMessages = 50

/** Where messages go that have been read. */
export const receivedFolder = 'Mainstay received'
export const refusedFolder = 'Mainstay refused'
type Folder = typeof receivedFolder | typeof refusedFolder

interface ImapError extends Error {
  /** What the server said. */
  responseText?: string
}

/** Connects; `imap:` is encrypted by STARTTLS, except on this machine. */
async function connect(url: URL): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow')
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const isSecure = url.protocol === 'imaps:'
  const client = new ImapFlow({
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: Number(url.port) || (isSecure ? 993 : 143),
    secure: isSecure,
    ...(!isSecure && !isLocal && { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    socketTimeout: 60 * second,
  })
  // A connection that breaks fails the command that waits for it as well.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** A message of which only the head has been loaded. Undefined, if it is too large. */
export interface Message {
  head: MailHead
  loadContent: () => Promise<MailContent>
}

/**
 * Shows the messages of the inbox, oldest first, and moves each to the folder that it belongs to from then on. Whatever
 * stops this leaves the message where it is; the next run sees it again.
 */
export async function readInbox(
  address: string,
  sort: (message: Message | undefined) => Promise<Folder>,
  isEnding: () => boolean,
): Promise<void> {
  const url = new URL(address)
  const client = await connect(url).catch((cause: ImapError) => {
    const reason = cause.responseText ?? cause.message
    // A wrapped error, because a connection failure here is not one of the database.
    throw new Error(`The mailbox of INBOUND_MAIL_URL cannot be read: ${reason}`, { cause })
  })
  try {
    await client.mailboxOpen(decodeURIComponent(url.pathname.slice(1)) || 'INBOX')
    const uids = (await client.search({ all: true }, { uid: true })) || []
    for (const uid of uids.slice(0, mostMessages)) {
      if (isEnding()) break
      await move(client, uid, await sort(await load(client, uid)))
    }
  } finally {
    client.close()
  }
}

async function load(client: ImapFlow, uid: number): Promise<Message | undefined> {
  const fetch = async (query: FetchQueryObject) =>
    (await client.fetchOne(String(uid), query, { uid: true })) || undefined
  const found = await fetch({ size: true, headers: headerNames })
  if (!found?.headers || found.headers.length > longestHead || (found.size ?? 0) > maxBytes) return undefined
  const { envelope, bodyStructure } = (await fetch({ envelope: true, bodyStructure: true })) ?? {}
  if (!envelope || !bodyStructure) return undefined
  return {
    head: readHead(found.headers, envelope),
    loadContent: () => loadContent(client, uid, bodyStructure),
  }
}

async function move(client: ImapFlow, uid: number, folder: Folder): Promise<void> {
  await client.mailboxCreate(folder)
  const moved = await client.messageMove(String(uid), folder, { uid: true })
  if (!moved) throw new Error(`The mail server did not move a message to the folder ${folder}`)
}
