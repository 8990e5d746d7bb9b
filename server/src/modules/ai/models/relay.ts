import { withKnownAddresses, type KnownAddresses } from './known-addresses.ts'

/** Longer than the canary with characters in between. */
const heldBack = 100

/** Streams a model's text as soon as it is certain to be safe. */
export class Relay {
  #said = ''
  #told = ''
  /** How much of the model's text has been processed. */
  #place = 0
  readonly #known: KnownAddresses
  readonly #check: (text: string) => void
  readonly #tell: (delta: string) => void

  constructor(
    known: KnownAddresses,
    check: (text: string) => void,
    tell: (delta: string) => void = () => {},
  ) {
    this.#known = known
    this.#check = check
    this.#tell = tell
  }

  add(delta: string): void {
    this.#said += delta
    this.#check(this.#said.slice(-heldBack - delta.length))
    const sure = this.#said.slice(this.#place, -heldBack)
    this.#advance(endOfSafe(sure))
  }

  /** The model calls a tool; its next text begins a new paragraph. */
  pause(): void {
    if (this.#said.trim()) this.add('\n\n')
  }

  finish(): string {
    this.#advance(this.#said.length - this.#place)
    return this.#told.trim()
  }

  #advance(length: number): void {
    if (length <= 0) return
    const piece = this.#said.slice(this.#place, this.#place + length)
    this.#place += length
    const delta = withKnownAddresses(piece, this.#known)
    this.#told += delta
    if (delta) this.#tell(delta)
  }
}

/** A link may span words and a line break; text without the start of a link is safe up to its last word. */
function endOfSafe(text: string): number {
  const line = text.lastIndexOf('\n') + 1
  return /[[\]<`]/.test(text.slice(line)) ? line : Math.max(line, text.lastIndexOf(' ') + 1)
}
