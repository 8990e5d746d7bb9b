import { deserialize, serialize } from 'node:v8'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Learned } from './learning/training.ts'

/** What was learned as bytes for the database. */
export const pack = (learned: Learned): Buffer => gzipSync(serialize(learned))

export const unpack = (content: Buffer): Learned => deserialize(gunzipSync(content)) as Learned
