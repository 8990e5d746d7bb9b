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

/** The service may run on the new database already, and what was written there would be missing in another copy. */
export async function refuseMoved(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ value: string }>(`select value from instance where key = 'moved_to'`)
  if (rows[0])
    throw new MoveError(
      `This database was moved to ${rows[0].value}: use that one, or run npm run move-database -- --cancel first`,
    )
}
