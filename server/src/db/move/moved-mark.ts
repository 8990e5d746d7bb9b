import type pg from 'pg'

/** The message says what to do. */
export class MoveError extends Error {}

/** A service must not start on the database any more. */
export async function markMoved(client: pg.Client, to: string): Promise<void> {
  await client.query('begin read write')
  await client.query(
    `insert into instance (key, value) values ('moved_to', $1)
     on conflict (key) do update set value = excluded.value`,
    [to],
  )
  await client.query('commit')
}

export async function unmarkMoved(client: pg.Client): Promise<void> {
  await client.query(`begin read write; delete from instance where key = 'moved_to'; commit`)
}

/**
 * The service may run on the new database already, and what was written there would be missing in another copy. A move to
 * the embedded database that was interrupted before the service could start there is run again, without its mark: the copy
 * must not have it, and the source must not keep it if the next attempt fails.
 */
export async function refuseMoved(client: pg.Client, isInterrupted: boolean): Promise<void> {
  const { rows } = await client.query<{ value: string }>(`select value from instance where key = 'moved_to'`)
  const movedTo = rows[0]?.value
  if (movedTo === undefined) return
  if (movedTo !== 'embedded' || !isInterrupted)
    throw new MoveError(
      `This database was moved to ${movedTo}: use that one, or run npm run move-database -- --cancel first`,
    )
  await unmarkMoved(client)
}
