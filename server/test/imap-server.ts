import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { closeAtEnd } from './cleanup.ts'
import { eventually } from './eventually.ts'
import { openFolder } from './folders.ts'
import { freePort } from './free-port.ts'

const password = 'letters&figures/42'
const isRoot = process.getuid!() === 0
/** Dovecot refuses to serve root. */
const [uid, gid] = isRoot ? [65_534, 65_534] : [process.getuid!(), process.getgid!()]

const configuration = (folder: string, port: number, more: string) => `
base_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
${isRoot ? '' : `default_internal_user = ${uid}\ndefault_login_user = ${uid}`}
first_valid_uid = 1
mail_location = maildir:${folder}/mail
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/home
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
namespace inbox {
  inbox = yes
}
${more}
`

/** A real Dovecot with one mailbox. */
export class ImapServer {
  #folder: string
  #port: number
  #settings: string
  #child!: ChildProcess
  #delivered = 0

  constructor(folder: string, port: number, settings: string) {
    this.#folder = folder
    this.#port = port
    this.#settings = settings
  }

  get url(): string {
    return `imap://${encodeURIComponent('desk@example.com')}:${encodeURIComponent(password)}@127.0.0.1:${this.#port}`
  }

  async start(): Promise<this> {
    const file = path.join(this.#folder, 'dovecot.conf')
    writeFileSync(file, configuration(this.#folder, this.#port, this.#settings))
    for (const name of ['mail', 'mail/new', 'mail/cur', 'mail/tmp', 'home']) {
      const created = path.join(this.#folder, name)
      mkdirSync(created, { recursive: true })
      if (isRoot) chownSync(created, uid, gid)
    }
    this.#child = spawn('/usr/sbin/dovecot', ['-F', '-c', file], { stdio: 'ignore' })
    await eventually(() => canConnect(this.#port))
    return this
  }

  /** A message arrives. */
  deliver(source: string | Buffer): void {
    const file = path.join(this.#folder, 'mail/new', `${Date.now()}.${++this.#delivered}.test`)
    writeFileSync(file, source)
    if (isRoot) chownSync(file, uid, gid)
  }

  /** The messages of a folder, by default of the inbox. */
  messages(folder = ''): string[] {
    return ['new', 'cur']
      .map((name) => path.join(this.#folder, 'mail', folder && `.${folder}`, name))
      .flatMap((place) => filesIn(place).map((name) => readFileSync(path.join(place, name), 'utf8')))
  }

  /** Somebody deletes the messages of the inbox. */
  clear(): void {
    for (const place of ['new', 'cur'].map((name) => path.join(this.#folder, 'mail', name)))
      for (const name of filesIn(place)) unlinkSync(path.join(place, name))
  }

  async stop(): Promise<void> {
    this.#child.kill()
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit')
  }
}

const filesIn = (folder: string) => {
  try {
    return readdirSync(folder)
  } catch {
    return [] // not created yet
  }
}

const canConnect = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** With more settings of Dovecot. */
export async function startImap(settings = ''): Promise<ImapServer> {
  const server = new ImapServer(openFolder(), await freePort(), settings)
  closeAtEnd(() => server.stop())
  return server.start()
}
