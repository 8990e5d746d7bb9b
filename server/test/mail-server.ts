import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export interface ReceivedMail {
  /** The name of the sending host in its greeting. */
  greeting: string
  from: string
  to: string[]
  /** Names in lower case; a repeated header appears twice. */
  headers: [name: string, value: string][]
  text: string
}

type Envelope = Pick<ReceivedMail, 'greeting' | 'from' | 'to'>

/** A minimal SMTP server. */
export class MailServer {
  readonly received: ReceivedMail[] = []
  /** The number of connections, including failed ones. */
  connections = 0
  /**
   * How it responds to a recipient. With `silence` it does not even send a greeting; with `cut` it takes the mail and hangs
   * up; with `forbid` it refuses the sender, once the message has arrived.
   */
  mood: 'welcome' | 'busy' | 'refuse' | 'silence' | 'cut' | 'forbid' = 'welcome'
  #server: Server
  #sockets = new Set<Socket>()

  constructor() {
    this.#server = createServer((socket) => this.#serve(socket))
  }

  async listen(port = 0): Promise<this> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    return this
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #serve(socket: Socket): void {
    this.connections++
    this.#sockets.add(socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket)))
    if (this.mood === 'silence') return
    let mail: Envelope = { greeting: '', from: '', to: [] }
    let pending = ''
    let inData = false
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 test')
    socket.on('data', (bytes) => {
      pending += bytes.toString('latin1')
      for (;;) {
        const end = inData ? '\r\n.\r\n' : '\r\n'
        const at = pending.indexOf(end)
        if (at === -1) return
        const piece = pending.slice(0, at)
        pending = pending.slice(at + end.length)
        if (inData && this.mood === 'forbid') {
          say('550 5.7.60 not permitted to send as this sender')
          inData = false
        } else if (inData) {
          this.received.push({ ...mail, ...parseMail(piece) })
          mail = { greeting: mail.greeting, from: '', to: [] }
          inData = false
          if (this.mood === 'cut') socket.destroy()
          else say('250 taken')
        } else inData = this.#command(piece, mail, say)
      }
    })
  }

  /** True when the message itself comes next. */
  #command(line: string, mail: Envelope, say: (line: string) => void): boolean {
    const address = /<(.*?)>/.exec(line)?.[1] ?? ''
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO') mail.greeting = line.slice(5)
    if (verb === 'MAIL') mail.from = address
    if (verb === 'RCPT' && this.mood === 'refuse') say('550 nobody of that name')
    else if (verb === 'RCPT' && this.mood === 'busy') say('451 try again later')
    else if (verb === 'RCPT') say(`250 ${mail.to.push(address)}`)
    else if (verb === 'DATA') say('354 go on')
    else say(verb === 'QUIT' ? '221 bye' : '250 ok')
    return verb === 'DATA'
  }
}

function parseMail(raw: string): Omit<ReceivedMail, keyof Envelope> {
  const [head = '', ...rest] = raw.replaceAll('\r\n..', '\r\n.').split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]
  })
  const encoding = headers.find(([name]) => name === 'content-transfer-encoding')?.[1] ?? '7bit'
  return { headers, text: decodeBody(rest.join('\r\n\r\n'), encoding).replaceAll('\r\n', '\n') }
}

const decodeWords = (value: string) =>
  value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : unquote(text.replaceAll('_', ' ')),
    )

const unquote = (text: string) =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? unquote(body) : body
}
