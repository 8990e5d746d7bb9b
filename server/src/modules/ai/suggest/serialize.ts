import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { gunzip, gzipSync } from 'node:zlib'
import type { SuggestionModel } from './learning/training.ts'

/** Serialises a model for the database. Slow: call it only in the training thread. */
export const pack = (model: SuggestionModel): Buffer => gzipSync(serialize(model))

export const unpack = async (content: Buffer): Promise<SuggestionModel> =>
  deserialize(await promisify(gunzip)(content)) as SuggestionModel
