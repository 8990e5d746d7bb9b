import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { silent } from '../../test/ctx.ts'
import { freshDatabase } from '../../test/database.ts'
import { describeTables } from './describe-tables.ts'
import { openDb, openPool } from './pool.ts'

const db = openDb(openPool(await freshDatabase(), 1, silent))
afterAll(() => db.destroy())

test('the generated table types match the migrations', async () => {
  const written = readFileSync(new URL('tables.generated.ts', import.meta.url), 'utf8')
  expect(written, 'run npm run docs').toBe(await describeTables(db))
})
