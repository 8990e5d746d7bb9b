import { sql } from 'kysely'
import type { Db } from './ctx.ts'
import { allRows } from './rows.ts'

interface Column {
  table_name: string
  column_name: string
  udt_name: string
  is_nullable: 'YES' | 'NO'
  has_default: boolean
  is_generated: boolean
}

/** The JavaScript type for each PostgreSQL type; our counts and sequences stay below 2^53. */
const typeOf: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  text: 'string',
  timestamptz: 'Date',
  tsvector: 'string',
  xid8: 'string',
}

/** The types of all tables of a migrated database, as the source of `tables.generated.ts`. */
export async function describeTables(db: Db): Promise<string> {
  const rows = await allRows<Column>(
    db,
    sql`select table_name, column_name, udt_name, is_nullable, is_generated = 'ALWAYS' as is_generated,
      column_default is not null or is_identity = 'YES' as has_default
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
    order by table_name collate "C", ordinal_position`,
  )
  const columnsOf = (table: string) => rows.filter(({ table_name }) => table_name === table).map(declare)
  const names = new Set(rows.map(({ table_name }) => table_name))
  const entries = [...names].map((name) => `  ${name}: {\n${wrap(columnsOf(name))}\n  }`)
  return `// Written by npm run docs from the migrations: do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Read as a value, written as JSON text. */
type Json = ColumnType<unknown, string, string>
type JsonOrNull = ColumnType<unknown, string | null, string | null>
type JsonWithDefault = ColumnType<unknown, string | undefined, string>

/** Every table and its columns. */
export interface GeneratedTables {
${entries.join('\n')}
}
`
}

const declare = (column: Column) => `${column.column_name}: ${typeName(column)}`

function typeName({ udt_name, is_nullable, has_default, is_generated }: Column): string {
  if (['json', 'jsonb'].includes(udt_name) && !is_generated)
    return is_nullable === 'YES' ? 'JsonOrNull' : has_default ? 'JsonWithDefault' : 'Json'
  const type = udt_name.startsWith('_') ? `${plain(udt_name.slice(1))}[]` : plain(udt_name)
  const nullable = is_nullable === 'YES' ? `${type} | null` : type
  if (is_generated) return `GeneratedAlways<${nullable}>`
  return has_default ? `Generated<${nullable}>` : nullable
}

const plain = (udt: string): string => typeOf[udt] ?? 'unknown'

const widest = 110

/** Puts as many columns on a line as fit. */
function wrap(columns: string[]): string {
  const lines: string[] = []
  for (const column of columns) {
    const joined = `${lines.at(-1)}; ${column}`
    if (lines.length > 0 && joined.length <= widest) lines[lines.length - 1] = joined
    else lines.push(`    ${column}`)
  }
  return lines.join('\n')
}
