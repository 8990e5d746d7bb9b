import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { isIP } from 'node:net'
import { generate } from 'selfsigned'
import { day } from '../src/kernel/durations.ts'
import { randomId } from '../src/kernel/ids.ts'
import { runFolder } from './folders.ts'

export interface Certificate {
  key: string
  cert: string
}

/** A certificate authority that a service trusts if its WEBHOOK_CA_FILE is `ca_file`. */
export interface Authority {
  ca_file: string
  /** A server certificate for these names and addresses. */
  issue: (names?: string[]) => Promise<Certificate>
  /** A certificate that expired yesterday. */
  issueExpired: (names?: string[]) => Promise<Certificate>
}

const local = ['localhost', '127.0.0.1', '::1']

const elliptic = { keyType: 'ec', algorithm: 'sha256' } as const

/** Days from now, negative ones ago. */
const inDays = (days: number) => new Date(Date.now() + days * day)

const naming = (names: string[]) => ({
  name: 'subjectAltName' as const,
  altNames: names.map((name) =>
    isIP(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name },
  ),
})

const serverExtensions = (names: string[]) => [
  { name: 'basicConstraints' as const, cA: false, critical: true },
  { name: 'keyUsage' as const, digitalSignature: true, critical: true },
  { name: 'extKeyUsage' as const, serverAuth: true },
  naming(names),
]

export async function selfSigned(names = local): Promise<Certificate> {
  const subject = [{ name: 'commonName', value: names[0]! }]
  const { private: key, cert } = await generate(subject, { ...elliptic, extensions: serverExtensions(names) })
  return { key, cert }
}

export async function makeAuthority(): Promise<Authority> {
  const ca = await generate([{ name: 'commonName', value: randomId('Authority ') }], {
    ...elliptic,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  const ca_file = path.join(runFolder(), 'ca.pem')
  writeFileSync(ca_file, ca.cert)
  const sign = async (names: string[], notBeforeDate: Date, notAfterDate: Date): Promise<Certificate> => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: names[0]! }], {
      ...elliptic,
      ca: { key: ca.private, cert: ca.cert },
      extensions: serverExtensions(names),
      notBeforeDate,
      notAfterDate,
    })
    return { key, cert }
  }
  return {
    ca_file,
    issue: (names = local) => sign(names, inDays(-1), inDays(30)),
    issueExpired: (names = local) => sign(names, inDays(-30), inDays(-1)),
  }
}

let everyday: Promise<Authority> | undefined

/** One for the whole process, because creating keys is slow. */
export const authority = (): Promise<Authority> => (everyday ??= makeAuthority())
