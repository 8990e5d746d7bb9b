import type pg from 'pg'

export interface Table {
  /** Quoted, with its schema. */
  name: string
  /** Quoted and in order, without those that PostgreSQL computes. */
  columns: string
}

export interface Layout {
  tables: Table[]
  sequences: { name: string }[]
  references: { table: string; name: string; definition: string }[]
}

/** All tables and sequences, from PostgreSQL's catalogue, so that a new table needs no line here. */
export async function loadLayout(client: pg.Client): Promise<Layout> {
  const tables = await client.query<Table>(`
    select c.oid::regclass::text as name,
      string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attgenerated = ''
    group by c.oid order by c.relname`)
  const sequences = await client.query<Layout['sequences'][number]>(`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`)
  const references = await client.query<Layout['references'][number]>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`)
  return { tables: tables.rows, sequences: sequences.rows, references: references.rows }
}
