import { shell } from '../words/shell.ts'

/** Formats any field value as text. */
export function toText(value: unknown): string {
  if (value === null || value === undefined || value === '') return shell.none
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return value.join(', ') || shell.none
  return JSON.stringify(value)
}
