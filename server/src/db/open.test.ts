import { expect, onTestFinished, test } from 'vitest'
import { proxiedDatabase } from '../../test/chaos-proxy.ts'
import { silent } from '../../test/ctx.ts'
import { freshDatabase } from '../../test/database.ts'
import { connectDatabase } from './open.ts'

/** Each way: a connection is open later than a request would wait for it. */
const delayMs = 1500

test('a start waits for a slow database, requests do not', async () => {
  const { url, proxy } = await proxiedDatabase(await freshDatabase())
  proxy.delay(delayMs)
  const database = await connectDatabase(url, 2, silent)
  onTestFinished(database.close)
  database.limitWaits()
  const held = await database.pool.connect()
  const refused = database.pool.connect().finally(() => held.release())
  await expect(refused).rejects.toThrow('timeout')
})
