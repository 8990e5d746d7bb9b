import path from 'node:path'
import {
  address,
  certificateFile,
  cidr,
  databaseUrl,
  domain,
  email,
  host,
  integer,
  list,
  modelsByAlias,
  oneOf,
  origin,
  portRange,
  proxy,
  retryDelays,
  role,
  secretText,
  slaMinutes,
  text,
  InvalidValueError,
  word,
  workerCount,
} from './config-forms.ts'
import {
  checkBackups,
  checkModels,
  checkExternalIssuer,
  checkProxies,
  ConfigError,
  defaultWorkers,
  providers,
} from './config-rules.ts'
import { roles } from './kernel/actor.ts'
import { builtInClientIds } from './kernel/built-in-client-ids.ts'

/** Every variable the service reads. The setting's name is the variable's in lower case. */
export const variables = {
  PORT: integer('Port to listen on; 0 takes a free one', 8080, 0, 65535),
  WORKERS: workerCount,
  HOST: host('Address to listen on', '127.0.0.1'),
  BASE_URL: origin(
    'Address that people and clients use; sign-in works only there; default http://localhost:PORT',
  ),
  DATA_DIR: text('Folder of the embedded database, keys and credentials', './data', 'a path'),
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: integer('Connections to the database; each worker has a part, at least 4', 10, 2, 200),
  REDIS_URL: address('Redis that shares rate limits between nodes', ['redis', 'rediss']),
  SECRET_KEY: {
    ...secretText('Key that encrypts secrets at rest; default: generated at the first start and stored', 32),
    form: 'at least 32 characters, the same on every node',
  },
  SERVICE_INSTANCE: text('Name of this instance in events and as the sender of e-mail', 'mainstay'),
  SERVICE_DOMAIN: domain('CORS: this domain and every origin under it; default: the host of BASE_URL'),
  TRUSTED_PROXIES: list(
    'Proxies whose X-Forwarded-For is trusted',
    'a list of CIDRs such as 10.0.0.0/8',
    '',
    cidr,
  ),
  DEMO_DATA: oneOf('Load demo data; default: true on the first start of the embedded database', '', [
    '',
    'true',
    'false',
  ]),
  BOOTSTRAP_CLIENT_ID: text(
    'Service account with role super_admin; every start sets its role and secret to these values',
  ),
  BOOTSTRAP_CLIENT_SECRET: secretText('Its secret', 16),
  BOOTSTRAP_ADMIN_EMAIL: email(
    'Person with role super_admin; every start sets their role and password to these values',
  ),
  BOOTSTRAP_ADMIN_PASSWORD: secretText('Their password', 12),
  SESSION_MAX_HOURS: integer('Maximum hours of a session, even while it is in use', 24, 1, 720),
  WEBHOOK_RETRY_DELAYS: retryDelays,
  WEBHOOK_ALLOWED_PRIVATE_CIDRS: list(
    'Private addresses that outgoing webhooks may reach; metadata addresses stay refused',
    'a list of CIDRs such as 10.1.0.0/16',
    '',
    cidr,
  ),
  WEBHOOK_ALLOWED_PORTS: list(
    'Ports that outgoing webhooks may use; those of other protocols stay refused',
    'a list of ports and ranges such as 443,8000-8999',
    '443,1024-65535',
    portRange,
  ),
  WEBHOOK_CA_FILE: certificateFile,
  WEBHOOK_PROXY: proxy,
  BACKUP_DIR: text('Folder for backups; default: DATA_DIR/backups', '', 'a path, best on another disk'),
  BACKUP_EVERY_HOURS: integer('Hours between backups of the embedded database; 0: none', 0, 0, 720),
  BACKUP_KEEP: integer('Backups that are kept, with the archived changes since the oldest', 7, 1, 1000),
  BACKUP_WAL_SECONDS: integer(
    'Seconds until changes are archived in BACKUP_DIR; 0: never; needs BACKUP_EVERY_HOURS',
    0,
    0,
    3600,
  ),
  EVENT_RETENTION_DAYS: integer(
    'Days that events, webhook deliveries, finished bulk jobs and failed jobs are kept',
    30,
    1,
    3650,
  ),
  AUDIT_ANCHOR_FILE: text(
    'File that keeps checkpoints of the audit log; embedded: in DATA_DIR',
    '',
    'a path',
  ),
  AUDIT_ANCHOR_URL: address('Address that gets the newest checkpoint of the audit log by POST', ['https']),
  CHANGE_APPROVALS: integer('Approvals that a change needs', 1, 1, 10),
  SLA_MINUTES: slaMinutes,
  DEFAULT_PAGE_SIZE: integer('Records per page when the request has no `limit`', 25, 1, 200),
  AI_PROVIDER: oneOf('Where AI answers come from', 'local', providers),
  AI_MODELS: modelsByAlias,
  AI_MODEL: word('Model of AI_PROVIDER for every alias that AI_MODELS does not name'),
  AI_FALLBACK: oneOf('Who answers when a provider cannot: the embedded model, or none (503)', 'local', [
    'local',
    'none',
  ]),
  AI_TIMEOUT_SECONDS: integer('Seconds that a model may take in total, with retries', 30, 1, 600),
  AI_DAILY_TOKENS_PER_USER: integer(
    'Provider tokens per user and day (UTC); then the embedded model answers; 0: no limit',
    200_000,
    0,
    1_000_000_000,
  ),
  AI_EMBEDDING: oneOf(
    'Embedding model: a sentence encoder (200 MB of memory per worker), or a smaller one for small machines',
    'minilm-l6-it',
    ['minilm-l6-it', 'static-256'],
  ),
  AI_CACHE_ENTRIES: integer('Cached AI answers, across all nodes; 0: none', 10_000, 0, 100_000),
  AI_BASE_URL: address('Address of an OpenAI-compatible server, such as http://localhost:11434/v1', [
    'http',
    'https',
  ]),
  AI_API_KEY: word('Its API key, if it requires one'),
  ANTHROPIC_API_KEY: word('Key of Anthropic; required when it is used'),
  ANTHROPIC_BASE_URL: address('Address of its API', ['http', 'https'], 'https://api.anthropic.com'),
  AWS_REGION: word('Region of Amazon Bedrock, such as eu-central-1; required when it is used'),
  AWS_ACCESS_KEY_ID: word('Key of Amazon Bedrock; required when it is used'),
  AWS_SECRET_ACCESS_KEY: word('Its secret'),
  AWS_SESSION_TOKEN: word('Its session token, when the key is a temporary one'),
  AWS_BEDROCK_BASE_URL: address('Address of Bedrock; default: that of the region', ['http', 'https']),
  RATE_LIMIT_USER_PER_SECOND: integer('Requests per second per user', 100, 1, 1_000_000),
  RATE_LIMIT_GATEWAY_PER_SECOND: integer('Requests per second in total', 5000, 1, 1_000_000),
  RATE_LIMIT_GATEWAY_BURST: integer('Requests in total that may arrive at once', 10_000, 1, 1_000_000),
  MAX_CONNECTIONS_PER_ADDRESS: integer(
    'Open connections of one IP address (IPv6: of one /64 network); trusted proxies are not limited',
    1000,
    1,
    1_000_000,
  ),
  REQUEST_TIMEOUT_SECONDS: integer(
    'Seconds in which a request must have arrived, body included',
    30,
    1,
    3600,
  ),
  RESPONSE_TIMEOUT_SECONDS: integer(
    'Seconds that a client may stop reading its answer; in total it may take one more for every 16 KiB',
    30,
    1,
    3600,
  ),
  METRICS_ACCESS: oneOf(
    'Who may read /metrics: loopback without a token and others with one, only holders of a token, or everyone',
    'loopback',
    ['loopback', 'token', 'public'],
  ),
  SMTP_URL: address('Mail server for notifications; the sender is mainstay at the host of BASE_URL', [
    'smtp',
    'smtps',
  ]),
  OIDC_ISSUER: address('External identity provider whose tokens are accepted too', ['http', 'https']),
  OIDC_AUDIENCE: text(
    'Audience that its tokens must carry for this service; without it they are not accepted',
  ),
  OIDC_CLIENT_ID: word('Client id of this service at the identity provider; enables sign-in through it'),
  OIDC_CLIENT_SECRET: text('Its secret, when it has one'),
  OIDC_NAME: text('Name of the identity provider on the sign-in page; default: its host'),
  OIDC_ROLES_CLAIM: text('Claim of its tokens that lists roles; dots reach into objects', 'roles'),
  OIDC_KEY_TRUST_DAYS: integer(
    "Days after a person's last sign-in at the identity provider during which their API keys work",
    30,
    1,
    3650,
  ),
  API_KEY_MAX_DAYS: integer('Maximum lifetime of an API key in days', 365, 1, 3650),
  MFA_REQUIRED_ROLES: list(
    'Roles that need a second factor',
    `a list of roles: ${roles.join(', ')}`,
    '',
    role,
  ),
  REAUTHENTICATION_MINUTES: integer(
    'Minutes after a sign-in during which sensitive actions need no new one',
    15,
    1,
    1440,
  ),
  MCP_WRITES: oneOf('Whether agents that use /mcp may create and change records, within their roles', 'off', [
    'off',
    'on',
  ]),
  OTEL_EXPORTER_OTLP_ENDPOINT: address('Collector of OpenTelemetry traces', ['http', 'https']),
  LOG_LEVEL: oneOf('How much is logged', 'info', [
    'trace',
    'debug',
    'info',
    'warn',
    'error',
    'fatal',
    'silent',
  ]),
}

type Settings = {
  [Name in keyof typeof variables as Lowercase<Name>]: ReturnType<(typeof variables)[Name]['parse']>
}
export type Config = Readonly<Settings>

export function readConfig(env: Record<string, string | undefined>): Config {
  const settings: Record<string, unknown> = {}
  for (const [name, variable] of Object.entries(variables)) {
    const value = env[name]?.trim() || variable.fallback
    try {
      settings[name.toLowerCase()] = variable.parse(value)
    } catch (error) {
      if (!(error instanceof InvalidValueError)) throw error
      throw new ConfigError(`${name} is invalid: expected ${variable.form}`)
    }
  }
  checkProxies(env, settings as Settings)
  return complete(settings as Settings)
}

/** Checks across variables, and defaults that depend on other variables. */
function complete(settings: Settings): Config {
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

/** The table in docs/configuration.md. */
export function describeConfig(): string {
  const cell = (value: string) => value.replaceAll('|', '\\|')
  const rows = Object.entries(variables).map(
    ([name, { about, form, fallback }]) =>
      `| \`${name}\` | ${cell(about)} | ${cell(form)} | ${fallback ? `\`${fallback}\`` : ''} |`,
  )
  return ['| variable | what it does | accepted form | default |', '|---|---|---|---|', ...rows].join('\n')
}
