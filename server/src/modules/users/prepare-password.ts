import type { Ctx } from '../../db/ctx.ts'
import { invalidField } from '../../kernel/errors.ts'
import { hashPassword, normalizePassword } from '../../kernel/passwords.ts'
import { PasswordStrength } from './password-strength.ts'

interface Owner {
  email: string
  name?: string | undefined
}

/** One for the whole process, because its dictionaries are slow to load. */
const strength = new PasswordStrength()

/** Checks and hashes a password that a user chose. Both are slow: call it outside transactions. */
export async function preparePassword(
  ctx: Ctx,
  password: string,
  owner: Owner,
  field: string,
): Promise<string> {
  const weakness = await strength.weaknessOf(normalizePassword(password), wordsAbout(ctx, owner))
  if (weakness) throw invalidField(field, 'weak_password', explain(weakness))
  return hashPassword(password)
}

const explain = (advice: string[]) =>
  [
    'This password is too easy to guess.',
    ...(advice.length > 0 ? advice : ['Use several uncommon words.']),
  ].join(' ')

/** Words about the user or the service that an attacker would try first, complete and in parts. */
function wordsAbout({ config }: Ctx, { email, name = '' }: Owner): string[] {
  const sources = [email, name, 'mainstay', config.service_instance, new URL(config.base_url).hostname]
  const words = sources.flatMap((text) => {
    const parts = text.split(/[^\p{L}\p{N}]+/u)
    return [text, parts.join(''), ...parts]
  })
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => word.length > 2)
}
