import { createHash } from 'node:crypto'
import pg from 'pg'
import { copyIn, copyOut } from './copy-stream.ts'
import { loadLayout, type Layout, type Table } from './layout.ts'

interface TableCopy extends Table {
  rows: number
  sha256: string
}

type Say = (line: string) => void

/**
 * Copies all rows and the positions of all sequences, in one transaction of the target, which has the same migrations.
 * Then reads the target back and compares every byte. The source must not accept writes during this.
 */
export async function copyDatabase(source: pg.Client, target: pg.Client, say: Say): Promise<number> {
  for (const client of [source, target]) await unifyFormats(client)
  const layout = await loadLayout(target)
  await target.query('begin')
  try {
    await prepareTarget(target, layout)
    const copied: TableCopy[] = []
    for (const table of layout.tables) copied.push(await copyTable(source, target, table))
    for (const { name } of layout.sequences) await copySequence(source, target, name)
    await restoreRules(target, layout)
    say('Reading everything back to compare it ...')
    for (const table of copied) await compareTable(target, table)
    await target.query('commit')
    await target.query('analyze')
    return copied.reduce((sum, { rows }) => sum + rows, 0)
  } catch (error) {
    await target.query('rollback').catch(() => undefined) // the first error is the one to report
    throw error
  }
}

/** Values must have the same text on both sides, and rows the order in which they were written. */
async function unifyFormats(client: pg.Client): Promise<void> {
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
    set bytea_output = 'hex'; set extra_float_digits = 1; set synchronize_seqscans = off`)
}

/** Triggers have fired in the source already, and references are checked when all rows are there. */
async function prepareTarget(target: pg.Client, { tables, references }: Layout): Promise<void> {
  for (const { table, name } of references) await target.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of tables) await target.query(`alter table ${name} disable trigger user`)
  await target.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
}

async function restoreRules(target: pg.Client, { tables, references }: Layout): Promise<void> {
  for (const { name } of tables) await target.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of references)
    await target.query(`alter table ${table} add constraint ${name} ${definition}`)
}

async function copyTable(source: pg.Client, target: pg.Client, table: Table): Promise<TableCopy> {
  const hash = createHash('sha256')
  let rows = 0
  const into = await copyIn(target, `copy ${table.name} (${table.columns}) from stdin`)
  try {
    await copyOut(source, readTable(table), async (chunk) => {
      hash.update(chunk)
      rows++ // a message is a row
      await into.write(chunk)
    })
  } catch (error) {
    await into.abort()
    throw error
  }
  await into.end()
  return { ...table, rows, sha256: hash.digest('hex') }
}

const readTable = ({ name, columns }: Table) => `copy ${name} (${columns}) to stdout`

async function compareTable(target: pg.Client, { rows, sha256, ...table }: TableCopy): Promise<void> {
  const hash = createHash('sha256')
  let found = 0
  await copyOut(target, readTable(table), (chunk) => {
    hash.update(chunk)
    found++
  })
  if (found !== rows || hash.digest('hex') !== sha256)
    throw new Error(
      `${table.name} has ${found} rows in the target, and they differ from the ${rows} of the source`,
    )
}

async function copySequence(source: pg.Client, target: pg.Client, name: string): Promise<void> {
  const { rows } = await source.query<{ last_value: string; is_called: boolean }>(
    `select last_value, is_called from ${name}`,
  )
  await target.query('select setval($1::regclass, $2, $3)', [name, rows[0]!.last_value, rows[0]!.is_called])
}
