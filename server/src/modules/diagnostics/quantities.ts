import { day, hour, minute, second } from '../../kernel/durations.ts'

/** `2 h 57 min` */
export function spanText(ms: number): string {
  if (ms < minute) return `${Math.round(ms / second)} s`
  if (ms < hour) return `${Math.floor(ms / minute)} min`
  if (ms < day) return `${Math.floor(ms / hour)} h ${Math.floor((ms % hour) / minute)} min`
  return `${Math.floor(ms / day)} d ${Math.floor((ms % day) / hour)} h`
}

export const sizeText = (bytes: number): string =>
  bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`
