import pg from 'pg'

/** A connection of its own for a long task: outside the pool, and without the time limits of a request. */
export async function openSession(url: string, purpose: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: `mainstay-${purpose}` })
  client.on('error', () => undefined) // the query in progress reports it too
  await client.connect()
  return client
}

export async function withSession<T>(
  url: string,
  purpose: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openSession(url, purpose)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
