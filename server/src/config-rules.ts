import { availableParallelism } from 'node:os'
import { aliases, type Variable } from './config-forms.ts'
import type { Settings } from './config-variables.ts'
import { availableMemory, megabyte } from './kernel/memory.ts'

/** A configuration error: reported in one line, without a stack. */
export class ConfigError extends Error {}

/** `docker run --env-file` keeps them. Those of a secret may be part of it, and one that is in use must not change. */
export function refuseQuotes(name: string, { isSecret }: Variable<unknown>, value: string): void {
  if (!isSecret && /^(["']).*\1$/s.test(value))
    throw new ConfigError(`${name} is invalid: remove the quotes around it, which are part of the value here`)
}

/** A proxy meant for other programs would see webhook payloads, and could reach addresses that the service refuses. */
export function checkProxies(env: Record<string, string | undefined>, { webhook_proxy }: Settings): void {
  const isProxy = (name: string) => /^(https?|all)_proxy$/i.test(name) && Boolean(env[name]?.trim())
  const found = Object.keys(env).find(isProxy)
  if (found && !webhook_proxy)
    throw new ConfigError(
      `${found} is set, but webhooks do not use it automatically: set WEBHOOK_PROXY to direct, or to the proxy as http://host:port`,
    )
}

export function checkExternalIssuer({
  oidc_issuer,
  oidc_audience,
  oidc_client_id,
  oidc_client_secret,
}: Settings): void {
  if (oidc_issuer && !oidc_audience && !oidc_client_id)
    throw new ConfigError(
      'OIDC_ISSUER needs OIDC_AUDIENCE, the audience its tokens carry for this service, or OIDC_CLIENT_ID to sign people in',
    )
  const alone = oidc_client_id ? 'OIDC_CLIENT_ID' : oidc_audience ? 'OIDC_AUDIENCE' : ''
  if (alone && !oidc_issuer) throw new ConfigError(`OIDC_ISSUER is required with ${alone}`)
  if (oidc_client_secret && !oidc_client_id)
    throw new ConfigError('OIDC_CLIENT_ID is required with OIDC_CLIENT_SECRET')
}

/** A model without its settings would fail at the first question, so the start fails instead. */
export function checkModels(settings: Settings): void {
  const required: Record<Settings['ai_provider'], (keyof Settings)[]> = {
    local: [],
    anthropic: ['anthropic_api_key'],
    bedrock: ['aws_region', 'aws_access_key_id', 'aws_secret_access_key'],
    'openai-compatible': ['ai_base_url'],
  }
  for (const alias of aliases) {
    const named = settings.ai_models[alias]
    const provider = named?.provider ?? settings.ai_provider
    const missing = required[provider].find((name) => !settings[name])?.toUpperCase()
    if (missing) throw new ConfigError(`${missing} is required: ${provider} answers for ${alias}`)
    if (!named && provider === 'openai-compatible' && !settings.ai_model)
      throw new ConfigError(
        `AI_MODEL is required, or AI_MODELS with ${alias}: ${provider} has no model of its own`,
      )
  }
}

/** Whoever can forge a sender could write as any person here, so what the mail server checks is not left to a default. */
export function checkInboundMail({ inbound_mail_url, inbound_mail_authserv_id }: Settings): void {
  if (!inbound_mail_url) return
  const { username, password } = new URL(inbound_mail_url)
  if (!username || !password)
    throw new ConfigError('INBOUND_MAIL_URL needs a user and a password: imaps://user:password@host')
  if (/%(?![0-9a-f]{2})/i.test(inbound_mail_url))
    throw new ConfigError('INBOUND_MAIL_URL has a % that is no encoded character: write %25 for it')
  if (!inbound_mail_authserv_id)
    throw new ConfigError(
      'INBOUND_MAIL_AUTHSERV_ID is required with INBOUND_MAIL_URL: the name in the Authentication-Results headers of your mail server, or none',
    )
}

const memoryOfWorker = 512 * megabyte

/** The embedded database runs on the same cores. With more workers than fit into its memory, a container is killed. */
export const defaultWorkers = (
  { database_url }: Pick<Settings, 'database_url'>,
  cores = availableParallelism(),
  memory = availableMemory(),
): number => Math.max(1, Math.min(cores, database_url ? 64 : 4, Math.floor(memory / memoryOfWorker)))

export function checkBackups({ database_url, backup_every_hours, backup_wal_seconds }: Settings): void {
  const name =
    backup_every_hours > 0 ? 'BACKUP_EVERY_HOURS' : backup_wal_seconds > 0 ? 'BACKUP_WAL_SECONDS' : ''
  if (name && database_url)
    throw new ConfigError(
      `${name} is for the embedded database: back up that of DATABASE_URL with PostgreSQL's own tools, see docs/operations.md`,
    )
  if (backup_wal_seconds > 0 && backup_every_hours === 0)
    throw new ConfigError(
      'BACKUP_WAL_SECONDS needs BACKUP_EVERY_HOURS: archived changes continue a backup, and are removed with it',
    )
}
