import type pg from 'pg'

/** Of the guard's session, which is in another database. */
export async function ensureDatabase(client: pg.Client): Promise<void> {
  await ensureCharacterTypes(client)
  const { rowCount } = await client.query(`select from pg_database where datname = 'mainstay'`)
  if (!rowCount) await client.query('create database mainstay')
}

/**
 * Full-text search takes from LC_CTYPE which characters are letters. With C, which clusters had before, all beyond ASCII
 * are: the “VPN” of a title in such quotation marks was no word "vpn". Nothing else depends on it, because the database
 * compares and sorts by its builtin locale. Done at each start: a cluster may have been moved to a system without this locale.
 */
async function ensureCharacterTypes(client: pg.Client): Promise<void> {
  const wanted = (await hasLocale(client, 'C.UTF-8')) ? 'C.UTF-8' : 'C'
  await client.query(
    'update pg_database set datctype = $1 where datctype <> $1 and datname <> current_database()',
    [wanted],
  )
}

const invalidParameter = '22023'

/** PostgreSQL checks the locale of a collation when it is created. */
async function hasLocale(client: pg.Client, name: string): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query(
      `create collation tried_locale (provider = libc, lc_collate = 'C', lc_ctype = '${name}')`,
    )
    return true
  } catch (error) {
    if ((error as pg.DatabaseError).code === invalidParameter) return false
    throw error
  } finally {
    await client.query('rollback')
  }
}
