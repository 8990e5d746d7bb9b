import path from 'node:path'
import { InvalidValueError, type Variable } from './config-forms.ts'
import {
  checkBackups,
  checkInboundMail,
  checkModels,
  checkExternalIssuer,
  checkProxies,
  ConfigError,
  defaultWorkers,
  refuseQuotes,
} from './config-rules.ts'
import { variables, type Settings } from './config-variables.ts'
import { builtInClientIds } from './kernel/built-in-client-ids.ts'
import { nearestTo } from './kernel/distance.ts'

export type Config = Readonly<Settings> & {
  /** The variables that are set; the others have their defaults. */
  readonly set_variables: readonly string[]
}

export function readConfig(env: Record<string, string | undefined>): Config {
  const settings: Record<string, unknown> = {}
  for (const [name, variable] of Object.entries(variables)) {
    const value = env[name]?.trim() || variable.fallback
    refuseQuotes(name, variable, value)
    settings[name.toLowerCase()] = readValue<unknown>(name, variable, value)
  }
  checkProxies(env, settings as Settings)
  const set_variables = Object.keys(variables).filter((name) => env[name]?.trim())
  return { ...complete(settings as Settings), set_variables }
}

export function readValue<T>(name: string, { parse, form }: Variable<T>, value: string): T {
  try {
    return parse(value)
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error
    throw new ConfigError(`${name} is invalid: expected ${form}`)
  }
}

/** Checks across variables, and defaults that depend on other variables. */
function complete(settings: Settings): Settings {
  const { bootstrap_client_id, bootstrap_client_secret, bootstrap_admin_email, bootstrap_admin_password } =
    settings
  if (!bootstrap_client_id !== !bootstrap_client_secret)
    throw new ConfigError('BOOTSTRAP_CLIENT_ID and BOOTSTRAP_CLIENT_SECRET go together: set both or neither')
  if (builtInClientIds.includes(bootstrap_client_id))
    throw new ConfigError(
      `BOOTSTRAP_CLIENT_ID must be another id than ${builtInClientIds.join(', ')}: the service uses these itself`,
    )
  if (!bootstrap_admin_email !== !bootstrap_admin_password)
    throw new ConfigError(
      'BOOTSTRAP_ADMIN_EMAIL and BOOTSTRAP_ADMIN_PASSWORD go together: set both or neither',
    )
  checkExternalIssuer(settings)
  checkModels(settings)
  checkInboundMail(settings)
  checkBackups(settings)
  const base_url = settings.base_url || new URL(`http://localhost:${settings.port}`).origin
  return {
    ...settings,
    workers: settings.workers || defaultWorkers(settings),
    base_url,
    data_dir: path.resolve(settings.data_dir),
    backup_dir: path.resolve(settings.backup_dir || path.join(settings.data_dir, 'backups')),
    service_domain: settings.service_domain || new URL(base_url).hostname,
  }
}

/** Variables that are not settings, with the setting that was probably meant. Nothing else would say that they do nothing. */
export function misspeltVariables(
  env: Record<string, string | undefined>,
): { variable: string; meant: string }[] {
  const names = Object.keys(variables)
  const unknown = Object.keys(env).filter((name) => env[name]?.trim() && !names.includes(name))
  return unknown.flatMap((variable) => {
    const meant = nearestTo(variable, names)
    return meant && !env[meant] ? [{ variable, meant }] : []
  })
}

/** The table in docs/configuration.md. */
export function describeConfig(): string {
  const cell = (value: string) => value.replaceAll('|', '\\|')
  const rows = Object.entries(variables).map(
    ([name, { about, form, fallback }]) =>
      `| \`${name}\` | ${cell(about)} | ${cell(form)} | ${fallback ? `\`${fallback}\`` : ''} |`,
  )
  return ['| variable | what it does | accepted form | default |', '|---|---|---|---|', ...rows].join('\n')
}
