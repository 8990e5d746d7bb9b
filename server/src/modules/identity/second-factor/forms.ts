import { Problem } from '../../../kernel/errors.ts'

/** The credential that the script of the page filled in; anything else is ignored. */
export function credentialIn(form: URLSearchParams): unknown {
  try {
    return JSON.parse(form.get('credential') ?? '')
  } catch {
    return undefined
  }
}

/** Throttling and overload are shown on the page; every other failure is not the fault of the user. */
export function refusalOf(error: unknown): { status: number; text: string } {
  if (!(error instanceof Problem) || ![429, 503].includes(error.status)) throw error
  const { status, headers } = error
  if (status === 503) return { status, text: 'The service is busy. Try again in a moment.' }
  const minutes = Math.ceil(Number(headers['retry-after'] ?? 60) / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return { status, text: `Too many wrong attempts. Try again in ${wait}.` }
}
