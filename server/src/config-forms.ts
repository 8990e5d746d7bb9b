import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { isRole, type Role } from './kernel/actor.ts'
import { maxTargetMinutes, priorities, type Priority } from './kernel/priorities.ts'
import { splitHosts } from './kernel/split-hosts.ts'

export interface Variable<T> {
  /** What it does, for the generated table. */
  about: string
  /** The accepted form, for the table and for the error line. */
  form: string
  /** As one would write it in a shell; empty when unset means off. */
  fallback: string
  parse: (text: string) => T
  /** Never shown, not even to administrators. */
  isSecret?: true
}

export const secret = <T>(variable: Variable<T>): Variable<T> => ({ ...variable, isSecret: true })

export class InvalidValueError extends Error {}

const refuse = (): never => {
  throw new InvalidValueError()
}

export const text = (about: string, fallback = '', form = 'text'): Variable<string> => ({
  about,
  form,
  fallback,
  parse: (value) => value,
})

/** A text that may be left out; `read` returns undefined for one that it does not accept. */
const optional = (
  about: string,
  form: string,
  read: (value: string) => string | undefined,
): Variable<string> => ({
  about,
  form,
  fallback: '',
  parse: (value) => (value === '' ? value : (read(value) ?? refuse())),
})

export const word = (about: string) =>
  optional(about, 'text without spaces', (value) => (/\s/.test(value) ? undefined : value))

export const host = (about: string, fallback: string): Variable<string> => ({
  about,
  form: 'an IP address or host name',
  fallback,
  parse: (value) => (isIP(value) > 0 || /^[\w.-]+$/.test(value) ? value : refuse()),
})

export const secretText = (about: string, minLength: number) =>
  secret(
    optional(about, `at least ${minLength} characters`, (value) =>
      value.length >= minLength ? value : undefined,
    ),
  )

export const integer = (about: string, fallback: number, min: number, max: number): Variable<number> => ({
  about,
  form: `a whole number from ${min} to ${max}`,
  fallback: String(fallback),
  parse: (value) => {
    const number = Number(value)
    return /^\d+$/.test(value) && number >= min && number <= max ? number : refuse()
  },
})

/** 0: the default, which depends on the machine. */
export const workerCount: Variable<number> = {
  ...integer(
    'Processes that serve; default: one per core and 512 MB of memory, at most 4 with the embedded database',
    1,
    1,
    64,
  ),
  fallback: '',
  parse: (value) => (value === '' ? 0 : integer('', 1, 1, 64).parse(value)),
}

export const oneOf = <const T extends string>(
  about: string,
  fallback: T,
  words: readonly T[],
): Variable<T> => ({
  about,
  form: words.filter(Boolean).join(' | '),
  fallback,
  parse: (value) => words.find((word) => word === value) ?? refuse(),
})

export const address = (about: string, protocols: string[], fallback = ''): Variable<string> => ({
  ...optional(about, protocols.map((protocol) => `${protocol}://...`).join(' or '), (value) => {
    const url = URL.canParse(value) ? new URL(value) : refuse()
    // Without the slashes the host would be a path, and another one the default.
    const hasHost = /^\w+:\/\//.test(value) && url.hostname !== ''
    return hasHost && protocols.includes(url.protocol.slice(0, -1)) ? value.replace(/\/+$/, '') : undefined
  }),
  fallback,
})

/** As browsers write it, because they compare it with their own. A path would hide the console, which is at the root. */
export const origin = (about: string) =>
  optional(about, 'http://host:port or https://host, without a path', (value) => {
    const { protocol, href, origin } = URL.canParse(value) ? new URL(value) : refuse()
    return ['http:', 'https:'].includes(protocol) && href === `${origin}/` ? origin : undefined
  })

export const list = <T>(
  about: string,
  form: string,
  fallback: string,
  parseItem: (item: string) => T,
): Variable<T[]> => ({
  about,
  form,
  fallback,
  parse: (value) => (value === '' ? [] : value.split(',').map((item) => parseItem(item.trim()))),
})

export const cidr = (item: string): string => {
  const [ip = '', bits = ''] = item.split('/')
  const width = { 0: -1, 4: 32, 6: 128 }[isIP(ip)] ?? -1
  return /^\d{1,3}$/.test(bits) && Number(bits) <= width ? item : refuse()
}

export const role = (item: string): Role => (isRole(item) ? item : refuse())

/** One port, or the first and the last of several. */
export const portRange = (item: string): { from: number; to: number } => {
  const [, first = '', last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(item) ?? []
  const [from, to] = [Number(first), Number(last)]
  return from >= 1 && from <= to && to <= 65_535 ? { from, to } : refuse()
}

export const certificateFile = optional(
  'Certificates that outgoing webhooks trust in addition to the well-known ones',
  'a readable file of PEM certificates',
  (value) => {
    const file = path.resolve(value)
    return holdsCertificates(file) ? file : undefined
  },
)

function holdsCertificates(file: string): boolean {
  try {
    const pattern = /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs
    const certificates = readFileSync(file, 'utf8').match(pattern) ?? []
    return certificates.map((pem) => new X509Certificate(pem)).length > 0
  } catch {
    return false
  }
}

export const proxy = optional(
  'Proxy that carries outgoing webhooks; direct: none, regardless of HTTPS_PROXY and similar variables',
  'direct or http://host:port',
  (value) => (value === 'direct' ? value : address('', ['http']).parse(value)),
)

export const domain = (about: string) =>
  optional(about, 'a domain such as example.com', (value) =>
    /^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.|$))*$/i.test(value) ? value.toLowerCase() : undefined,
  )

export const email = (about: string) =>
  optional(about, 'an e-mail address', (value) => (/^[^@\s]+@[^@\s]+$/.test(value) ? value : undefined))

export const slaMinutes: Variable<Record<Priority, number>> = {
  about: 'Minutes to resolve an incident, per priority',
  form: `P1=240,P2=480,P3=1440,P4=4320 (all four, whole minutes from 1 to ${maxTargetMinutes})`,
  fallback: 'P1=240,P2=480,P3=1440,P4=4320',
  parse: (value) => {
    const pairs = value.split(',').map((pair) => /^(P[1-4])=([1-9]\d{0,6})$/.exec(pair.trim()) ?? refuse())
    const byPriority = new Map(pairs.map(([, priority, minutes]) => [priority, Number(minutes)]))
    const minutes = (priority: string) => byPriority.get(priority) ?? refuse()
    if (pairs.length !== priorities.length || Math.max(...byPriority.values()) > maxTargetMinutes) refuse()
    return { P1: minutes('P1'), P2: minutes('P2'), P3: minutes('P3'), P4: minutes('P4') }
  },
}

export const retryDelays: Variable<number[]> = {
  about: 'Seconds before attempts 2 to 5 of a webhook delivery',
  form: 'four whole numbers of seconds, such as 30,120,600,1800',
  fallback: '30,120,600,1800',
  parse: (value) => (/^\d{1,7}(,\s*\d{1,7}){3}$/.test(value) ? value.split(',').map(Number) : refuse()),
}

export const aliases = ['model-3-haiku', 'model-3-sonnet', 'model-3-opus'] as const
export const providers = ['local', 'anthropic', 'bedrock', 'openai-compatible'] as const

type ModelsByAlias = Partial<
  Record<(typeof aliases)[number], { provider: (typeof providers)[number]; model: string }>
>

export const modelsByAlias: Variable<ModelsByAlias> = {
  about: 'Which model answers for an alias; one that is not named here is answered by AI_PROVIDER',
  form: `a list of alias=provider/model or alias=local, with the aliases ${aliases.join(', ')}`,
  fallback: '',
  parse: (value) => {
    const found: ModelsByAlias = {}
    for (const item of value === '' ? [] : value.split(',')) {
      const [, word, rest = ''] = /^([^=]+)=(\S+)$/.exec(item.trim()) ?? []
      const alias = aliases.find((known) => known === word) ?? refuse()
      const provider = providers.find((known) => known === rest.split('/')[0]) ?? refuse()
      const model = rest.slice(provider.length + 1)
      if (found[alias] || (provider === 'local') !== (model === '')) refuse()
      found[alias] = { provider, model }
    }
    return found
  },
}

export const databaseUrl = optional(
  'External PostgreSQL (15 or newer) instead of the embedded one; of several hosts, the writable one is used',
  'postgres://user:password@host:port/database or postgres://user:password@host1:port,host2:port/database, with special characters of the password encoded (# as %23)',
  (value) => {
    const [, wanted = 'read-write'] = /[?&]target_session_attrs=([^&]*)/.exec(value) ?? []
    const isWritable = ['read-write', 'primary'].includes(wanted)
    const isComplete = /^postgres(ql)?:\/\/[^/]*\/\S+$/.test(value) && splitHosts(value).every(isParsed)
    return isWritable && isComplete ? value : undefined
  },
)

/** By the driver, which needs no host when the folder of a socket is given. */
const isParsed = (url: string) => URL.canParse(url.replace('@/', '@host/'))
