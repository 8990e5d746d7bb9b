import { generateKeyPairSync } from 'node:crypto'

/** One element of DER: its tag, its length, its content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const time = (text: string) => der(0x17, Buffer.from(text))

/** A certificate with a CRL distribution point. Its signature is invalid. */
export function certificateWithCrl(url: string): Buffer {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(oid('2a8648ce3d040302'))
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('Nobody')))))
  const point = sequence(der(0xa0, der(0xa0, der(0x86, Buffer.from(url)))))
  const extension = sequence(oid('551d1f'), der(0x04, sequence(point)))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time('250101000000Z'), time('450101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const signature = sequence(der(0x02, Buffer.from([1])), der(0x02, Buffer.from([1])))
  return sequence(body, algorithm, der(0x03, Buffer.from([0]), signature))
}
