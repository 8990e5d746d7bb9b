import { withKnownAddresses, type KnownAddresses } from './known-addresses.ts'

/** Longer than the canary with characters in between. */
const holdBackLength = 100

/** Ends the reasoning of models whose server leaves out where it begins. */
const endOfReasoning = '</think>'

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

  /** Adds text of our own, if the model has said anything. */
  append(text: string): void {
    if (this.#received.trim()) this.add(text)
  }

  finish(): string {
    this.#advance(this.#received.length - this.#offset)
    return this.#sent.trim()
  }

  #advance(length: number): void {
    if (length <= 0) return
    const [answer = '', ...reasoning] = this.#received
      .slice(this.#offset, this.#offset + length)
      .split(endOfReasoning)
      .toReversed()
    this.#offset += length
    if (reasoning.length > 0) this.#sent = ''
    const delta = withKnownAddresses(answer, this.#known)
    this.#sent += delta
    if (delta) this.#send(delta)
  }
}

/** A link may span words and a line break; text without the start of a link is safe up to its last word. */
function endOfSafe(text: string): number {
  const line = text.lastIndexOf('\n') + 1
  return /[[\]<`]/.test(text.slice(line)) ? line : Math.max(line, text.lastIndexOf(' ') + 1)
}
