import { withKnownAddresses, type KnownAddresses } from './known-addresses.ts'

/** Longer than the canary with characters in between. */
const holdBackLength = 100

/** Streams a model's text as soon as it is certain to be safe. */
export class Relay {
  #received = ''
  #sent = ''
  /** How much of the model's text has been processed. */
  #offset = 0
  readonly #known: KnownAddresses
  readonly #check: (text: string) => void
  readonly #send: (delta: string) => void

  constructor(
    known: KnownAddresses,
    check: (text: string) => void,
    send: (delta: string) => void = () => {},
  ) {
    this.#known = known
    this.#check = check
    this.#send = send
  }

  add(delta: string): void {
    this.#received += delta
    this.#check(this.#received.slice(-holdBackLength - delta.length))
    const settled = this.#received.slice(this.#offset, -holdBackLength)
    this.#advance(endOfSafe(settled))
  }

  /** The model calls a tool; its next text begins a new paragraph. */
  pause(): void {
    if (this.#received.trim()) this.add('\n\n')
  }

  finish(): string {
    this.#advance(this.#received.length - this.#offset)
    return this.#sent.trim()
  }

  #advance(length: number): void {
    if (length <= 0) return
    const piece = this.#received.slice(this.#offset, this.#offset + length)
    this.#offset += length
    const delta = withKnownAddresses(piece, this.#known)
    this.#sent += delta
    if (delta) this.#send(delta)
  }
}

/** A link may span words and a line break; text without the start of a link is safe up to its last word. */
function endOfSafe(text: string): number {
  const line = text.lastIndexOf('\n') + 1
  return /[[\]<`]/.test(text.slice(line)) ? line : Math.max(line, text.lastIndexOf(' ') + 1)
}
