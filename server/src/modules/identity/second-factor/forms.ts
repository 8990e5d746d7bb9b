import type { FastifyRequest } from 'fastify'
import { Problem } from '../../../kernel/errors.ts'

export const pageConfig = { config: { access: { roles: 'public' } }, schema: { hide: true } } as const

export const formOf = (request: FastifyRequest): URLSearchParams =>
  new URLSearchParams((request.body as string | undefined) ?? '')

/** What the page's script has filled in; anything else is no credential. */
export function credentialIn(form: URLSearchParams): unknown {
  try {
    return JSON.parse(form.get('credential') ?? '')
  } catch {
    return undefined
  }
}

/** What somebody reads who has guessed too often; every other failure is not theirs. */
export function refusalOf(error: unknown): string {
  if (!(error instanceof Problem) || error.status !== 429) throw error
  const minutes = Math.ceil(Number(error.headers['retry-after'] ?? 60) / 60)
  return `Too many wrong attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}
