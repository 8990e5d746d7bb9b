import { expect, test } from 'vitest'
import { closeAtEnd } from '../../../test/cleanup.ts'
import { freshDatabase } from '../../../test/database.ts'
import { openSession, withSession } from '../session.ts'
import { whileClosed } from './close-database.ts'
import { markMoved, refuseMoved } from './moved-mark.ts'

const url = await freshDatabase()
const open = async () => {
  const session = await openSession(url, 'test')
  closeAtEnd(() => session.end())
  return session
}
const marks = () =>
  withSession(url, 'test', async (client) => {
    const { rows } = await client.query(`select value from instance where key = 'moved_to'`)
    return rows
  })

test('a move that fails after its mark leaves a database without it, which accepts writes', async () => {
  const session = await open()
  const failing = whileClosed(
    { url, session },
    () => undefined,
    async () => {
      await markMoved(session, 'embedded')
      throw new Error('connection lost')
    },
  )
  await expect(failing).rejects.toThrow('connection lost')
  expect(await marks()).toEqual([])
  await withSession(url, 'test', (client) => client.query('create table accepted ()'))
})

test('a session that the role sees but may not end does not stop a move', async () => {
  const monitoring = await open()
  const { rows } = await monitoring.query<{ name: string }>('select current_database() as name')
  await monitoring.query(
    `alter database ${rows[0]!.name} owner to pg_monitor; grant all on instance to pg_monitor`,
  )
  // Its sessions see all others.
  const provided = `${url}&options=${encodeURIComponent('-c role=pg_monitor')}`
  const said: string[] = []
  const failing = withSession(provided, 'test', (session) =>
    whileClosed(
      { url: provided, session },
      (line) => said.push(line),
      () => Promise.reject(new Error('the work has begun')),
    ),
  )
  await expect(failing).rejects.toThrow('the work has begun')
  expect(said).toEqual([])
  await monitoring.query('create table accepted_again ()')
})

test('only an interrupted move to the embedded database is run again, and without its mark', async () => {
  const session = await open()
  await markMoved(session, 'postgres://new.example/mainstay')
  await expect(refuseMoved(session, true)).rejects.toThrow('moved to postgres://new.example/mainstay')
  await markMoved(session, 'embedded')
  await expect(refuseMoved(session, false)).rejects.toThrow('moved to embedded')
  await refuseMoved(session, true)
  expect(await marks()).toEqual([])
})
