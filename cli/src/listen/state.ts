import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { replaceFile } from '../files.ts'
import type { Io } from '../io.ts'
import { configFolder } from '../profiles/file.ts'
import { randomSecret } from './sign.ts'

interface ListenState {
  /** The same at every start, so that the receiver's configuration stays valid. */
  secret: string
  /** The last event that was forwarded, for each service and receiver. */
  positions: Record<string, number>
}

/** What `listen` remembers between two runs. */
export class ListenMemory {
  readonly #file: string
  #state: ListenState

  constructor({ env }: Io) {
    this.#file = path.join(configFolder(env), 'listen.json')
    this.#state = read(this.#file) ?? { secret: randomSecret(), positions: {} }
    this.#write()
  }

  get secret(): string {
    return this.#state.secret
  }

  position(of: string): number | undefined {
    return this.#state.positions[of]
  }

  remember(of: string, seq: number): void {
    // Another command may listen for another receiver at the same time.
    this.#state = read(this.#file) ?? this.#state
    this.#state.positions[of] = seq
    this.#write()
  }

  #write(): void {
    mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 })
    replaceFile(this.#file, `${JSON.stringify(this.#state, null, 2)}\n`, 0o600)
  }
}

function read(file: string): ListenState | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ListenState
  } catch {
    return undefined // a new secret is shown, and the receiver must be told
  }
}
