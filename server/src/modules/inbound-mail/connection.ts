import type { ImapFlow } from 'imapflow'
import { second } from '../../kernel/durations.ts'

/** Senders decide how long the headers of a message and of its parts are: with a longer answer the connection ends. */
const longestAnswer = 256 * 1024

export interface ImapError extends Error {
  code?: string
  /** What the server said. */
  responseText?: string
}

export interface Connection {
  client: ImapFlow
  /** Why it ended. */
  failure?: ImapError
  /** The last command that the server refused. */
  refusal?: ImapError
}

/** What the server said to it, or else what it is. */
export const reasonOf = ({ responseText, message }: ImapError) => responseText ?? message

export const endedByLongAnswer = ({ failure }: Connection) => failure?.code === 'ResponseTooLarge'

/** Opens the folder of the address; `imap:` is encrypted by STARTTLS, except on this machine. */
async function open(url: URL): Promise<Connection> {
  const { ImapFlow } = await import('imapflow')
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const isSecure = url.protocol === 'imaps:'
  const skip = () => undefined
  const warn = ({ err }: { err?: ImapError }) => void (connection.refusal = err)
  const client = new ImapFlow({
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: Number(url.port) || (isSecure ? 993 : 143),
    secure: isSecure,
    ...(!isSecure && !isLocal && { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: { debug: skip, info: skip, error: skip, warn },
    disableAutoIdle: true,
    maxResponseSize: longestAnswer,
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    socketTimeout: 60 * second,
  })
  const connection: Connection = { client }
  // A connection that breaks fails the command that waits for it as well.
  client.on('error', (error) => void (connection.failure = error))
  await client.connect()
  const folder = decodeURIComponent(url.pathname.slice(1)) || 'INBOX'
  const { readOnly } = await client.mailboxOpen(folder)
  if (readOnly) throw new Error(`nothing can be moved out of the folder ${folder}`)
  return connection
}

export const connect = (address: string): Promise<Connection> =>
  open(new URL(address)).catch((cause: ImapError) => {
    // A wrapped error, because a connection failure here is not one of the database.
    throw new Error(`The mailbox of INBOUND_MAIL_URL cannot be read: ${reasonOf(cause)}`, { cause })
  })
