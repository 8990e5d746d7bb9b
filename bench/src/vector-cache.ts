import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { encoderName } from '@mainstay/server/dist/modules/ai/embedding/encoder.js'
import type { Pool } from './with-database.ts'

/** Lines of a text's digest and its vector. Delete the file when the encoder has changed. */
const file = fileURLToPath(new URL(`../../data/bench/vectors-${encoderName}.txt`, import.meta.url))

const digest = String.raw`md5(title || E'\n' || heading || E'\n' || body)`

/** Gives passages the vectors of an earlier run; returns how many have none. */
export async function loadCachedVectors(pool: Pool): Promise<number> {
  const kept = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const pairs = kept.map((line) => line.split(' ') as [string, string])
  await pool.query(
    `update passages set encoded = decode(bytes, 'base64'), model = '${encoderName}',
        encoded_seq = nextval('encoded_passages')
      from unnest($1::text[], $2::text[]) as kept(digest, bytes)
      where kind = 'article' and model is null and ${digest} = kept.digest`,
    [pairs.map(([text]) => text), pairs.map(([, vector]) => vector)],
  )
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::integer as n from passages where kind = 'article' and model is null`,
  )
  return rows[0]!.n
}

export async function cacheVectors(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ line: string }>(
    `select distinct ${digest} || ' ' || translate(encode(encoded, 'base64'), E'\\n', '') as line
      from passages where kind = 'article' and encoded is not null`,
  )
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, rows.map(({ line }) => line).join('\n'))
}
