import type { FetchQueryObject } from 'imapflow'
import { connect, endedByLongAnswer, reasonOf, type Connection, type ImapError } from './connection.ts'
import { loadContent } from './content.ts'
import { longestHead, readHead } from './head.ts'
import type { MailContent, MailHead } from './model.ts'

/** Larger messages are not loaded. Attachments of 25 MiB are encoded as a third more. */
const maxBytes = 40 * 2 ** 20
/** The next run continues. */
const mostMessages = 1000

/** Where messages go that have been read. */
export const receivedFolder = 'Mainstay received'
export const refusedFolder = 'Mainstay refused'
export type Folder = typeof receivedFolder | typeof refusedFolder

/** A message of which only the head has been loaded. */
export interface Message {
  head: MailHead
  loadContent: () => Promise<MailContent>
}

/** It is not read with the next run either. */
export class UnreadableMessage extends Error {}

/** The connection was lost, or somebody has moved the message. */
export class MessageLost extends Error {}

/**
 * Shows the messages of the inbox, oldest first, and moves each to the folder that it belongs to from then on. Whatever
 * stops this leaves the message where it is; the next run sees it again.
 */
export async function readInbox(
  address: string,
  sort: (read: () => Promise<Message>) => Promise<Folder>,
  isEnding: () => boolean,
): Promise<void> {
  let connection = await connect(address)
  try {
    for (const uid of await oldest(connection)) {
      if (isEnding()) break
      try {
        const folder = await sort(() => read(connection, uid))
        if (!connection.client.usable) connection = await connect(address)
        await move(connection, uid, folder)
      } catch (error) {
        if (!(error instanceof MessageLost) || !connection.client.usable) throw error
      }
    }
  } finally {
    connection.client.close()
  }
}

async function oldest({ client }: Connection): Promise<number[]> {
  const count = Math.min(client.mailbox ? client.mailbox.exists : 0, mostMessages)
  return count === 0 ? [] : (await client.fetchAll(`1:${count}`, { uid: true })).map(({ uid }) => uid)
}

async function read(connection: Connection, uid: number): Promise<Message> {
  const fetch = async (query: FetchQueryObject) => {
    const found = await connection.client.fetchOne(String(uid), query, { uid: true })
    return found || Promise.reject(new Error('The mail server did not return the message'))
  }
  const guard = <Result>(load: () => Promise<Result>) =>
    load().catch(async (cause: unknown) => {
      if (endedByLongAnswer(connection)) throw new UnreadableMessage('it is too large', { cause })
      await fetch({ uid: true }).catch(() => {
        throw new MessageLost('The mail server was lost while a message was read', { cause })
      })
      throw cause
    })
  return guard(async () => {
    const { headers, size = 0 } = await fetch({
      size: true,
      bodyParts: [{ key: 'header', maxLength: longestHead + 1 }],
    })
    if (!headers || headers.length > longestHead || size > maxBytes)
      throw new UnreadableMessage('it is too large')
    const { envelope } = await fetch({ envelope: true })
    if (!envelope) throw new UnreadableMessage('the mail server could not read its headers')
    return {
      head: readHead(headers, envelope),
      loadContent: () =>
        guard(async () => {
          const { bodyStructure } = await fetch({ bodyStructure: true })
          if (!bodyStructure) throw new UnreadableMessage('the mail server could not take it apart')
          const content = await loadContent(connection.client, uid, bodyStructure)
          // Of a message that is gone, servers return empty parts, and a download over a lost connection is empty.
          await fetch({ uid: true })
          return content
        }),
    }
  })
}

async function move(connection: Connection, uid: number, folder: Folder): Promise<void> {
  const { client } = connection
  const moveAway = () => client.messageMove(String(uid), folder, { uid: true })
  const create = () => client.mailboxCreate(folder).catch((error: ImapError) => (connection.refusal = error))
  if ((await moveAway()) || ((await create()) && (await moveAway()))) return
  const reason = connection.refusal ? reasonOf(connection.refusal) : 'it gave no reason'
  throw new Error(`The mail server did not move a message to the folder ${folder}: ${reason}`)
}
