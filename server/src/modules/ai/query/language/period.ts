import { plusDays, type Span } from './calendar-units.ts'

/** Where a question stands in time. */
export interface Clock {
  now: Date
  /** It asks of what is to come: "on Friday" is then the next one, else the last. */
  looks_ahead: boolean
}

export interface Period extends Required<Span> {
  /** How many words it took. */
  length: number
}

/** What the next words name, if they name a time. */
export type Rule = (low: string[], clock: Clock) => Period | undefined

export const oneDay = (at: Date, length: number): Period => ({ from: at, to: plusDays(at, 1), length })

/** A point in time, to begin or end with. */
export const moment = (at: Date, length: number): Period => ({ from: at, to: at, length })

export const isYear = (word: string | undefined): boolean => /^(?:19[7-9]\d|20\d\d)$/.test(word ?? '')
