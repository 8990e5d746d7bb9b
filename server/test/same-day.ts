import { day, minute } from '../src/kernel/durations.ts'
import { eventually } from './eventually.ts'

/** Waits for midnight in UTC if it comes soon, so that what follows happens on one day. */
export const onSameDay = () => eventually(() => day - (Date.now() % day) > 2 * minute, 150)
