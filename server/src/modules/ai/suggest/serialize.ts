import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { gunzip, gzipSync } from 'node:zlib'
import type { Classifier } from './learning/classifier.ts'
import type { SuggestionModel } from './learning/training.ts'
import type { Shares } from './learning/vocabulary.ts'

type StoredShares = readonly number[]

/** Serialises a model for the database. Slow: call it only in the training thread. */
export const pack = (model: SuggestionModel): Buffer => gzipSync(serialize(withShares(model, toStored)))

export const unpack = async (content: Buffer): Promise<SuggestionModel> =>
  withShares(deserialize(await promisify(gunzip)(content)) as SuggestionModel, fromStored)

/** Stored without names, so that nodes of the first release can read them, too. */
const toStored = ({ phrases, stems, opening, pieces, meaning }: Shares): StoredShares => [
  phrases,
  stems,
  opening,
  pieces,
  meaning,
]

const fromStored = ([phrases, stems, opening, pieces, meaning]: StoredShares) =>
  ({ phrases, stems, opening, pieces, meaning }) as Shares

function withShares<From, To>(model: SuggestionModel, convert: (shares: From) => To): SuggestionModel {
  const converted = (classifier: Classifier) =>
    ({ ...classifier, shares: convert(classifier.shares as From) }) as Classifier
  const { subcategory, ...others } = model
  return {
    ...Object.fromEntries(Object.entries(others).map(([field, one]) => [field, converted(one)])),
    subcategory: new Map([...subcategory].map(([key, one]) => [key, converted(one)])),
  }
}
