// A local certificate authority, created once, for receivers that a user tests with.
import { X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generate } from 'selfsigned'

const day = 24 * 60 * 60 * 1000
const inDays = (days) => new Date(Date.now() + days * day)
const elliptic = { keyType: 'ec', algorithm: 'sha256' }
const named = (value) => [{ name: 'commonName', value }]

/** The file of the authority to trust, and a certificate for the names of this machine. */
export async function localCertificate(folder) {
  const files = { cert: path.join(folder, 'ca.pem'), key: path.join(folder, 'ca-key.pem') }
  const ca = readExisting(files) ?? (await makeAuthority(files))
  const { private: key, cert } = await generate(named('localhost'), {
    ...elliptic,
    ca,
    notBeforeDate: inDays(-1),
    notAfterDate: inDays(90),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  })
  return { ca_file: files.cert, key, cert }
}

/** Undefined if there is none yet, or if it expires soon. */
function readExisting(files) {
  if (!existsSync(files.cert) || !existsSync(files.key)) return undefined
  const [cert, key] = [readFileSync(files.cert, 'utf8'), readFileSync(files.key, 'utf8')]
  return new Date(new X509Certificate(cert).validTo) > inDays(90) ? { cert, key } : undefined
}

async function makeAuthority(files) {
  const { private: key, cert } = await generate(named('Mainstay hook:listen'), {
    ...elliptic,
    notBeforeDate: inDays(-1),
    notAfterDate: inDays(10 * 365),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  mkdirSync(path.dirname(files.cert), { recursive: true })
  writeFileSync(files.key, key, { mode: 0o600 })
  writeFileSync(files.cert, cert)
  return { cert, key }
}
