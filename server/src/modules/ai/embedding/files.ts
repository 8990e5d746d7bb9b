import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const folder = new URL('../../../../models/', import.meta.url)

/** Some are compressed, because an installation should stay small. */
export function readModel(name: string): Buffer {
  const file = readFileSync(new URL(name, folder))
  return name.endsWith('.gz') ? gunzipSync(file) : file
}

export const readLines = (name: string): string[] => readModel(name).toString('utf8').trimEnd().split('\n')

export const readVocabulary = (): string[] => readModel('vocab.txt').toString('utf8').split('\n')
