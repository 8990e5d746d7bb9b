import type { Mainstay } from '@mainstay/sdk'
import type { Command } from 'commander'
import { makeClient } from './client.ts'
import type { Io } from './io.ts'
import type { Paint } from './output/colour.ts'
import { painter, printable } from './output/colour.ts'
import { table, type Column } from './output/table.ts'
import { chooseProfile, type ChosenProfile } from './profiles/choose.ts'

/** What every command gets beside the program that it adds itself to. */
export interface Cli {
  io: Io
  paint: Paint
  /** Address and credentials of the chosen service; fails with advice when nobody has signed in. */
  profile(): ChosenProfile
  /** A client of that service. */
  client(): Mainstay
  /** With --json the value as JSON, otherwise the text for people, on standard output. */
  print(value: unknown, text: () => string): void
  /** The same for a list: a table for people; the sentence for an empty one goes to standard error. */
  printTable<Row>(value: unknown, rows: Row[], columns: Column<Row>[], empty: string): void
  /** For people only, on standard error: progress, advice. Silent with --json. */
  say(text: string): void
  isJson(): boolean
}

/** A file of `commands/` exports one such function, and `program.ts` calls it. */
export type AddCommands = (program: Command, cli: Cli) => void

interface GlobalOptions {
  json?: boolean
  profile?: string
  url?: string
}

export function makeCli(program: Command, io: Io): Cli {
  const options = () => program.opts<GlobalOptions>()
  const isJson = () => options().json === true
  const print = (value: unknown, text: () => string) => {
    io.stdout.write(`${isJson() ? JSON.stringify(value, null, 2) : text()}\n`)
  }
  const say = (text: string) => {
    if (!isJson()) io.stderr.write(`${printable(text)}\n`)
  }
  const profile = () => chooseProfile(io, options())
  return {
    io,
    paint: painter(io.stdout, io.env),
    isJson,
    print,
    profile,
    client: () => makeClient(profile(), io),
    say,
    // A script that counts the lines of an empty list counts none.
    printTable: (value, rows, columns, empty) => {
      if (rows.length === 0 && !isJson()) say(empty)
      else print(value, () => table(rows, columns, io.stdout.isTTY ? io.stdout.columns : undefined))
    },
  }
}
