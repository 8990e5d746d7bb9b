import { sql, type RawBuilder } from 'kysely'

/**
 * The id of a record, to be compared with a column that refers to it. Ids have the collation "C" and most references the
 * default one; PostgreSQL would compare them by "C" and could not use the index of the reference.
 */
export const asReference = (id: string): RawBuilder<unknown> => sql`${sql.ref(id)} collate "default"`
