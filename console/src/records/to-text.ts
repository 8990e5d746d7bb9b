import { words } from '../words.ts'

/** Formats any field value as text. */
export function toText(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.none
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return value.join(', ') || words.none
  return JSON.stringify(value)
}
