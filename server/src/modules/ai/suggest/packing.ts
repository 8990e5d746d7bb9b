import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { gunzip, gzipSync } from 'node:zlib'
import type { SuggestionModel } from './learning/training.ts'

/** What was learned as bytes for the database. Takes its time: only for the thread that has learned it. */
export const pack = (learned: SuggestionModel): Buffer => gzipSync(serialize(learned))

export const unpack = async (content: Buffer): Promise<SuggestionModel> =>
  deserialize(await promisify(gunzip)(content)) as SuggestionModel
