import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generate } from 'selfsigned'
import { end, freePort, startScript } from './service.ts'

export interface Receiver {
  url: string
  ca_file: string
  /** Environment of a service that may send to it. */
  env: Record<string, string>
  reset: () => Promise<void>
  /** Milliseconds from the time in the event to its first byte here. */
  delays: () => Promise<number[]>
  /** They freeze and resume the process, to simulate an outage. */
  freeze: () => void
  resume: () => void
  /** Waits for this many deliveries. */
  waitFor: (count: number) => Promise<void>
  stop: () => Promise<void>
}

interface Report {
  count: number
  delays: number[]
}

/** Starts the receiver as a process with its own certificate. */
export async function startReceiver(): Promise<Receiver> {
  const [port, control] = [await freePort(), await freePort()]
  const files = await writeCertificate()
  const settings = JSON.stringify({ port, control, ...files })
  const child = await startScript('receiver.js', `http://127.0.0.1:${control}/`, { BENCH_RECEIVER: settings })
  const ask = async (what: string) =>
    (await (await fetch(`http://127.0.0.1:${control}/${what}`)).json()) as Report
  return {
    url: `https://127.0.0.1:${port}/hook`,
    ca_file: files.cert,
    env: { WEBHOOK_CA_FILE: files.cert, WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' },
    reset: async () => void (await ask('reset')),
    delays: async () => (await ask('delays')).delays,
    freeze: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    waitFor: async (count) => {
      while ((await ask('')).count < count) await sleep(5)
    },
    stop: () => end(child),
  }
}

async function writeCertificate(): Promise<{ key: string; cert: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mainstay-receiver-'))
  const { private: secret, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  })
  const files = { key: path.join(folder, 'key.pem'), cert: path.join(folder, 'cert.pem') }
  writeFileSync(files.key, secret, { mode: 0o600 })
  writeFileSync(files.cert, cert)
  return files
}
