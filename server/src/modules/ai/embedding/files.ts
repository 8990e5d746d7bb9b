import { readFileSync } from 'node:fs'

const folder = new URL('../../../../models/', import.meta.url)

export const readModel = (name: string): Buffer => readFileSync(new URL(name, folder))

export const readVocabulary = (): string[] => readModel('vocab.txt').toString('utf8').split('\n')
