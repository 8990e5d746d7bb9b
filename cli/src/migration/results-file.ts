import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { replaceFile } from '../files.ts'

/**
 * The results of an import so far, beside the export: a line for the export and the service that they belong to, then a line
 * for each request.
 */
export class ImportResultsFile<Result> {
  readonly results: Result[]
  readonly #file: string
  readonly #identity: string
  #isStarted = false

  constructor(file: string, identity: string) {
    this.#file = file
    this.#identity = identity
    this.results = existsSync(file) ? this.#read(readFileSync(file, 'utf8')) : []
  }

  /** A last line without its end was interrupted. Another file starts over. */
  #read(content: string): Result[] {
    const [header, ...lines] = content.split('\n').slice(0, -1)
    if (header !== this.#header()) return []
    return lines.flatMap((line) => JSON.parse(line) as Result[])
  }

  #header(): string {
    return JSON.stringify({ identity: this.#identity })
  }

  add(results: Result[]): void {
    this.results.push(...results)
    if (this.#isStarted) appendFileSync(this.#file, `${JSON.stringify(results)}\n`)
    else replaceFile(this.#file, `${this.#header()}\n${JSON.stringify(this.results)}\n`)
    this.#isStarted = true
  }

  remove(): void {
    rmSync(this.#file, { force: true })
  }
}
