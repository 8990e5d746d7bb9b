import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const flags = { present: 0x01, verified: 0x04, attested: 0x40 }

interface Options {
  challenge: string
  rp?: { id?: string }
  rpId?: string
}

/** Deviations from a valid response. */
interface Overrides {
  challenge?: string
  origin?: string
  rpId?: string
  verified?: boolean
  /** Signs with another key. */
  key?: KeyObject
  /** Attests with this certificate, although no attestation was requested. */
  certificate?: Buffer
}

/** A text or byte string in CBOR. */
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
const bytes = (value: Buffer) =>
  Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 255]), value])

/** A software authenticator with one ES256 key, like a security key or a phone. */
export class Authenticator {
  readonly id = randomBytes(16)
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  #counter = 0

  constructor(origin = 'http://localhost:8080') {
    this.#origin = origin
  }

  /** Answers navigator.credentials.create. */
  create(options: Options, overrides: Overrides = {}) {
    const { x, y } = this.#pair.publicKey.export({ format: 'jwk' })
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ])
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, key])
    const data = this.#data(overrides.rpId ?? options.rp?.id ?? '', overrides, attested)
    const statement = overrides.certificate
      ? Buffer.concat([Buffer.from([0xa1]), text('x5c'), Buffer.from([0x81]), bytes(overrides.certificate)])
      : Buffer.from([0xa0])
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text(overrides.certificate ? 'apple' : 'none'),
      text('attStmt'),
      statement,
      text('authData'),
      bytes(data),
    ])
    const clientDataJSON = this.#clientData('webauthn.create', options, overrides)
    return this.#answer({
      clientDataJSON: clientDataJSON.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** Answers navigator.credentials.get. */
  get(options: Options, overrides: Overrides = {}) {
    this.#counter++
    const data = this.#data(overrides.rpId ?? options.rpId ?? '', overrides)
    const clientDataJSON = this.#clientData('webauthn.get', options, overrides)
    const signed = Buffer.concat([data, sha256(clientDataJSON)])
    return this.#answer({
      clientDataJSON: clientDataJSON.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, overrides.key ?? this.#pair.privateKey).toString('base64url'),
    })
  }

  #data(rpId: string, { verified = true }: Overrides, attested?: Buffer): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    const flag = flags.present | (verified ? flags.verified : 0) | (attested ? flags.attested : 0)
    return Buffer.concat([sha256(rpId), Buffer.from([flag]), counter, attested ?? Buffer.alloc(0)])
  }

  #clientData(type: string, { challenge }: Options, overrides: Overrides): Buffer {
    const data = {
      type,
      challenge: overrides.challenge ?? challenge,
      origin: overrides.origin ?? this.#origin,
    }
    return Buffer.from(JSON.stringify(data))
  }

  #answer(response: object) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }
}
