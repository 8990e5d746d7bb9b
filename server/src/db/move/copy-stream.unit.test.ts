import type pg from 'pg'
import { expect, test } from 'vitest'
import { copyOut } from './copy-stream.ts'

interface DriverQuery {
  handleCopyData: (message: { chunk: Buffer }, connection: object) => void
  handleReadyForQuery: () => void
}

test('rows that wait for a slow receiver stay as they came, although the driver uses their memory again', async () => {
  let query!: DriverQuery
  const client = { query: (given: DriverQuery) => void (query = given) } as unknown as pg.Client
  const received: string[] = []
  const done = copyOut(client, 'copy t to stdout', (chunk) => void received.push(chunk.toString()))
  const memory = Buffer.alloc(3)
  for (const row of ['one', 'two', 'six']) {
    memory.write(row)
    query.handleCopyData({ chunk: memory }, {})
  }
  query.handleReadyForQuery()
  await done
  expect(received).toEqual(['one', 'two', 'six'])
})
