import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { openTestDb } from '../../test/database.ts'
import { describeTables } from './describe-tables.ts'

const db = await openTestDb(1)
afterAll(() => db.destroy())

test('the generated table types match the migrations', async () => {
  const written = readFileSync(new URL('tables.generated.ts', import.meta.url), 'utf8')
  expect(written, 'run npm run docs').toBe(await describeTables(db))
})
