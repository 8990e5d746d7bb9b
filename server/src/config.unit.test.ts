import { availableParallelism } from 'node:os'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { rootCertificates } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { openFolder } from '../test/folders.ts'
import { describeConfig, misspeltVariables, readConfig } from './config.ts'
import { ConfigError, defaultWorkers } from './config-rules.ts'
import { variables } from './config-variables.ts'

function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('It was accepted')
}

test('an outside database gets a worker for each core, and WORKERS wins over the machine', () => {
  const DATABASE_URL = 'postgres://mainstay:secret@db/mainstay'
  expect(readConfig({ DATABASE_URL }).workers).toBe(Math.min(availableParallelism(), 64))
  expect(readConfig({ WORKERS: '1' }).workers).toBe(1)
  expect(() => readConfig({ WORKERS: '0' })).toThrow('WORKERS is invalid')
})

test.each([
  ['', 8, 64, 4],
  ['', 2, 64, 2],
  ['', 2, 0.5, 1],
  ['', 2, 0.25, 1],
  ['postgres://db/mainstay', 16, 64, 16],
  ['postgres://db/mainstay', 16, 2, 4],
])('with database "%s", %d cores and %d GiB of memory, there are %d workers', (database_url, ...given) => {
  const [cores, gibibytes, workers] = given
  expect(defaultWorkers({ database_url }, cores, gibibytes * 2 ** 30)).toBe(workers)
})

test('without any variable the documented defaults apply', () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    workers: Math.min(availableParallelism(), 4),
    host: '127.0.0.1',
    base_url: 'http://localhost:8080',
    data_dir: path.resolve('./data'),
    database_url: '',
    database_pool_size: 10,
    redis_url: '',
    secret_key: '',
    service_instance: 'mainstay',
    service_domain: 'localhost',
    trusted_proxies: [],
    demo_data: '',
    bootstrap_client_id: '',
    bootstrap_client_secret: '',
    bootstrap_admin_email: '',
    bootstrap_admin_password: '',
    session_max_hours: 24,
    webhook_retry_delays: [30, 120, 600, 1800],
    webhook_allowed_private_cidrs: [],
    webhook_allowed_ports: [
      { from: 443, to: 443 },
      { from: 1024, to: 65_535 },
    ],
    webhook_ca_file: '',
    backup_dir: path.resolve('./data/backups'),
    backup_every_hours: 0,
    backup_keep: 7,
    backup_wal_seconds: 0,
    webhook_proxy: '',
    event_retention_days: 30,
    audit_anchor_file: '',
    audit_anchor_url: '',
    change_approvals: 1,
    sla_minutes: { P1: 240, P2: 480, P3: 1440, P4: 4320 },
    default_page_size: 25,
    ai_provider: 'local',
    ai_models: {},
    ai_model: '',
    ai_fallback: 'local',
    ai_timeout_seconds: 30,
    ai_daily_tokens_per_user: 200_000,
    ai_cache_entries: 10_000,
    ai_embedding: 'minilm-l6-it',
    ai_base_url: '',
    ai_api_key: '',
    anthropic_api_key: '',
    anthropic_base_url: 'https://api.anthropic.com',
    aws_region: '',
    aws_access_key_id: '',
    aws_secret_access_key: '',
    aws_session_token: '',
    aws_bedrock_base_url: '',
    rate_limit_user_per_second: 100,
    rate_limit_gateway_per_second: 5000,
    rate_limit_gateway_burst: 10_000,
    max_connections_per_address: 1000,
    request_timeout_seconds: 30,
    response_timeout_seconds: 30,
    metrics_access: 'loopback',
    mcp_writes: 'off',
    smtp_url: '',
    smtp_from: '',
    inbound_mail_url: '',
    inbound_mail_authserv_id: '',
    inbound_mail_group: '',
    oidc_issuer: '',
    oidc_audience: '',
    oidc_client_id: '',
    oidc_client_secret: '',
    oidc_name: '',
    oidc_roles_claim: 'roles',
    oidc_unverified_email: 'ignore',
    oidc_key_trust_days: 30,
    api_key_max_days: 365,
    otel_exporter_otlp_endpoint: '',
    mfa_required_roles: [],
    reauthentication_minutes: 15,
    log_level: 'info',
    set_variables: [],
  })
})

test('quotes that no shell has removed are refused, except in secrets', () => {
  const quotedValues = { DATA_DIR: '"/srv/data"', SERVICE_INSTANCE: "'desk'", PORT: '"8080"' }
  for (const [name, value] of Object.entries(quotedValues))
    expect(refusalOf({ [name]: value })).toBe(
      `${name} is invalid: remove the quotes around it, which are part of the value here`,
    )
  const quoted = `"${'k'.repeat(32)}"`
  expect(readConfig({ SECRET_KEY: quoted }).secret_key).toBe(quoted)
  expect(readConfig({ SERVICE_INSTANCE: '"' }).service_instance).toBe('"')
})

test('a variable that is nearly a setting is named, unless that setting is there, too', () => {
  const env = {
    BACKUP_EVERY_HOUR: '24',
    SMTPURL: 'smtp://mail',
    HOME: '/root',
    PORT: '80',
    PORTS: '1',
    AI_MODE: '',
  }
  expect(misspeltVariables(env)).toEqual([
    { variable: 'BACKUP_EVERY_HOUR', meant: 'BACKUP_EVERY_HOURS' },
    { variable: 'SMTPURL', meant: 'SMTP_URL' },
  ])
})

test('an empty or blank variable counts as unset', () => {
  const blank = Object.fromEntries(Object.keys(variables).map((name, i) => [name, i % 2 ? '' : '  ']))
  expect(readConfig(blank)).toEqual(readConfig({}))
})

const accepted: [name: keyof typeof variables, value: string, setting: unknown][] = [
  ['PORT', '1', 1],
  ['PORT', ' 65535 ', 65_535],
  ['HOST', '::', '::'],
  ['HOST', 'desk-1.example', 'desk-1.example'],
  ['BASE_URL', 'https://desk.example/', 'https://desk.example'],
  ['BASE_URL', 'HTTPS://Desk.Example:443', 'https://desk.example'],
  ['BASE_URL', 'http://[::1]:8080', 'http://[::1]:8080'],
  ['DATA_DIR', '/var/lib/x', '/var/lib/x'],
  ['DATABASE_URL', 'postgres://u:p@host:5432/db', 'postgres://u:p@host:5432/db'],
  ['DATABASE_URL', 'postgresql://host/db?sslmode=require', 'postgresql://host/db?sslmode=require'],
  ['DATABASE_URL', 'postgres://u@/db?host=/run/postgresql', 'postgres://u@/db?host=/run/postgresql'],
  ['DATABASE_URL', 'postgres:///db?host=/tmp', 'postgres:///db?host=/tmp'],
  ['DATABASE_URL', 'postgres://u:p%23w@[::1]/db', 'postgres://u:p%23w@[::1]/db'],
  [
    'DATABASE_URL',
    'postgres://u:p@a:5432,b/db?target_session_attrs=read-write',
    'postgres://u:p@a:5432,b/db?target_session_attrs=read-write',
  ],
  ['DATABASE_POOL_SIZE', '2', 2],
  ['REDIS_URL', 'rediss://host:6380/1', 'rediss://host:6380/1'],
  ['REDIS_URL', 'redis://:p%23w@host', 'redis://:p%23w@host'],
  ['SECRET_KEY', 'x'.repeat(32), 'x'.repeat(32)],
  ['SERVICE_INSTANCE', 'production eu', 'production eu'],
  ['SERVICE_DOMAIN', 'Service.Example', 'service.example'],
  ['TRUSTED_PROXIES', '10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
  ['DEMO_DATA', 'true', 'true'],
  ['WEBHOOK_RETRY_DELAYS', '0, 1,2, 3', [0, 1, 2, 3]],
  ['WEBHOOK_ALLOWED_PRIVATE_CIDRS', '192.168.1.0/24', ['192.168.1.0/24']],
  ['WEBHOOK_ALLOWED_PORTS', '443', [{ from: 443, to: 443 }]],
  [
    'WEBHOOK_ALLOWED_PORTS',
    '1-65535, 8443',
    [
      { from: 1, to: 65_535 },
      { from: 8443, to: 8443 },
    ],
  ],
  ['AUDIT_ANCHOR_FILE', '/mnt/audit/anchor.jsonl', '/mnt/audit/anchor.jsonl'],
  ['AUDIT_ANCHOR_URL', 'https://anchor.example/', 'https://anchor.example'],
  ['WEBHOOK_PROXY', 'direct', 'direct'],
  ['WEBHOOK_PROXY', 'http://user:pass@proxy.example:3128/', 'http://user:pass@proxy.example:3128'],
  ['SLA_MINUTES', 'P4=5256000, P3=3, P2=2, P1=1', { P1: 1, P2: 2, P3: 3, P4: 5_256_000 }],
  ['DEFAULT_PAGE_SIZE', '200', 200],
  ['AI_PROVIDER', 'local', 'local'],
  ['RATE_LIMIT_USER_PER_SECOND', '1', 1],
  ['AI_MODELS', 'model-3-opus=local', { 'model-3-opus': { provider: 'local', model: '' } }],
  ['AI_MODEL', 'meta-llama/Llama-3.1-8B:latest', 'meta-llama/Llama-3.1-8B:latest'],
  ['AI_FALLBACK', 'none', 'none'],
  ['AI_TIMEOUT_SECONDS', '1', 1],
  ['AI_DAILY_TOKENS_PER_USER', '0', 0],
  ['AI_CACHE_ENTRIES', '0', 0],
  ['AI_BASE_URL', 'http://localhost:11434/v1/', 'http://localhost:11434/v1'],
  ['SMTP_URL', 'smtps://user:pass@mail.example:465', 'smtps://user:pass@mail.example:465'],
  ['SMTP_FROM', 'desk@example.com', 'desk@example.com'],
  ['INBOUND_MAIL_GROUP', 'service desk', 'service desk'],
  ['OIDC_ROLES_CLAIM', 'realm_access.roles', 'realm_access.roles'],
  ['OIDC_UNVERIFIED_EMAIL', 'use', 'use'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318', 'http://collector:4318'],
  ['LOG_LEVEL', 'silent', 'silent'],
]
test.each(accepted)('%s=%s is accepted', (name, value, setting) => {
  expect(readConfig({ [name]: value })).toHaveProperty(name.toLowerCase(), setting)
})

const refused: Partial<Record<keyof typeof variables, string[]>> = {
  MFA_REQUIRED_ROLES: ['root', 'super_admin,,viewer', 'SUPER_ADMIN'],
  REAUTHENTICATION_MINUTES: ['0', '-1', '1441', '1.5', 'never'],
  PORT: ['-1', '0', '65536', '80a', '8080.5', '0x50', '1e3', 'http'],
  HOST: ['a b', 'http://0.0.0.0', '0.0.0.0:8080', '[::]'],
  BASE_URL: [
    'desk.example',
    '//desk.example',
    'ftp://desk.example',
    'https://',
    'https://example.com/desk',
    'https://desk.example/?',
    'https://desk.example/?a=b',
    'https://desk.example/#start',
    'https://user:password@desk.example',
  ],
  DATABASE_URL: [
    'mysql://host/db',
    'postgres://host',
    'postgres://host/',
    'host/db',
    'postgres://host/d b',
    'postgres://a,b/db?target_session_attrs=standby',
    'postgres://u:p#w@host/db',
    'postgres://u:p/w@host/db',
    'postgres://u:p@host:99999/db',
    'postgres://u:p@a:5432,b:99999/db',
  ],
  DATABASE_POOL_SIZE: ['1', '201', 'many'],
  REDIS_URL: ['http://host', 'host:6379', 'redis:cache:6380', 'redis://'],
  SECRET_KEY: ['x', 'x'.repeat(31)],
  BOOTSTRAP_CLIENT_SECRET: ['x', 'x'.repeat(15)],
  BOOTSTRAP_ADMIN_PASSWORD: ['x', 'x'.repeat(11)],
  SESSION_MAX_HOURS: ['0', '721', 'a day'],
  AUDIT_ANCHOR_URL: ['http://anchor.example', 'anchor.example'],
  SERVICE_DOMAIN: [
    'https://service.example',
    'service.example:443',
    '*.service.example',
    '-a.example',
    'a b',
  ],
  TRUSTED_PROXIES: ['10.0.0.0', '10.0.0.0/33', '::/129', 'all', '10.0.0.0/8,', 'loopback/8'],
  DEMO_DATA: ['yes', '1', 'True'],
  BOOTSTRAP_ADMIN_EMAIL: ['admin', 'a b@example.com', 'a@b@c'],
  WEBHOOK_RETRY_DELAYS: ['30', '30,120,600', '1,2,3,4,5', '1,2,3,-4', '1,2,3,x', '1m,2m,3m,4m'],
  WEBHOOK_ALLOWED_PRIVATE_CIDRS: ['192.168.0.1', '192.168.0.0/99'],
  WEBHOOK_ALLOWED_PORTS: ['0', '65536', '9-8', '443-', '-443', 'https', '443,,', '443 8443', '1e3'],
  WEBHOOK_CA_FILE: ['/nowhere/ca.pem', '/', 'package.json'],
  WEBHOOK_PROXY: ['yes', 'proxy.example:3128', 'https://proxy.example', 'socks5://proxy.example'],
  SLA_MINUTES: [
    'P1=240',
    'P1=0,P2=1,P3=1,P4=1',
    'P1=1,P2=1,P3=1,P5=1',
    'P1=1,P1=2,P2=1,P3=1,P4=1',
    'P1=1=2,P2=1,P3=1,P4=1',
    'P1=1.5,P2=1,P3=1,P4=1',
    'P1=4h,P2=1,P3=1,P4=1',
    'P1=1,P2=1,P3=1,P4=5256001',
  ],
  DEFAULT_PAGE_SIZE: ['0', '201', '-5'],
  AI_PROVIDER: ['magic', 'Local'],
  AI_MODELS: [
    'model-3-haiku',
    'model-3-haiku=',
    'model-3-haiku=llama3.2',
    'model-3-haiku=anthropic',
    'model-3-haiku=anthropic/',
    'model-3-haiku=local/static-256',
    'model-3-haiku=magic/one',
    'model-4-haiku=anthropic/one',
    'model-3-haiku=anthropic/one two',
    'model-3-haiku=anthropic/one,model-3-haiku=anthropic/two',
    'model-3-haiku=anthropic/one,',
    '__proto__=anthropic/one',
  ],
  AI_MODEL: ['llama 3'],
  AI_FALLBACK: ['yes', 'None'],
  AI_TIMEOUT_SECONDS: ['0', '0.5', '601', '30s'],
  AI_DAILY_TOKENS_PER_USER: ['-1', '1e6', 'none'],
  AI_CACHE_ENTRIES: ['-1', '100001', 'many'],
  AI_BASE_URL: ['localhost:11434', 'ftp://models.example'],
  AI_API_KEY: ['two words'],
  ANTHROPIC_API_KEY: ['two words'],
  ANTHROPIC_BASE_URL: ['api.anthropic.com'],
  AWS_REGION: ['eu central'],
  AWS_BEDROCK_BASE_URL: ['bedrock.example'],
  RATE_LIMIT_USER_PER_SECOND: ['0', '-1', 'none', '1000001'],
  RATE_LIMIT_GATEWAY_PER_SECOND: ['0', 'x'],
  RATE_LIMIT_GATEWAY_BURST: ['0', 'x'],
  SMTP_URL: ['mail.example', 'http://mail.example', 'smtp:mail.example:25', 'smtp://'],
  SMTP_FROM: ['desk', 'Desk <desk@example.com>'],
  INBOUND_MAIL_URL: ['mail.example', 'pop3://a:b@mail.example'],
  OIDC_ISSUER: ['issuer', 'ldap://issuer'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'grpc://collector'],
  LOG_LEVEL: ['loud', 'INFO'],
}
const refusals = Object.entries(refused).flatMap(([name, values]) =>
  values.map((value) => [name, value] as const),
)
test.each(refusals)(
  '%s=%s stops the start with one line that names the variable and its format',
  (name, value) => {
    const line = refusalOf({ [name]: value })
    expect(line).toMatch(/^[^\n]+$/)
    expect(line).toContain(name)
    expect(line).toContain(variables[name as keyof typeof variables].form)
  },
)

test('a name that is refused is answered with those that are accepted, or taken', () => {
  expect(refusalOf({ MFA_REQUIRED_ROLES: 'admin' })).toContain('a list of roles: super_admin, itsm_manager,')
  const taken = { BOOTSTRAP_CLIENT_ID: 'cli', BOOTSTRAP_CLIENT_SECRET: 'a'.repeat(16) }
  expect(refusalOf(taken)).toContain('must be another id than api-key, console, cli')
})

test('a refused secret is not repeated in the message', () => {
  for (const name of [
    'SECRET_KEY',
    'DATABASE_URL',
    'REDIS_URL',
    'SMTP_URL',
    'INBOUND_MAIL_URL',
    'WEBHOOK_PROXY',
  ])
    expect(refusalOf({ [name]: 'hunter2' })).not.toContain('hunter2')
  for (const name of ['BOOTSTRAP_CLIENT_SECRET', 'BOOTSTRAP_ADMIN_PASSWORD'])
    expect(refusalOf({ [name]: 'hunter2' })).not.toContain('hunter2')
  for (const name of ['AI_API_KEY', 'ANTHROPIC_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'])
    expect(refusalOf({ [name]: 'hunter2 hunter2' })).not.toContain('hunter2')
})

describe('variables that must be set together', () => {
  const halves: [env: Record<string, string>, named: string[]][] = [
    [{ BOOTSTRAP_CLIENT_ID: 'a' }, ['BOOTSTRAP_CLIENT_ID', 'BOOTSTRAP_CLIENT_SECRET']],
    [{ BOOTSTRAP_CLIENT_SECRET: 'a'.repeat(16) }, ['BOOTSTRAP_CLIENT_ID', 'BOOTSTRAP_CLIENT_SECRET']],
    [{ BOOTSTRAP_ADMIN_EMAIL: 'a@b.example' }, ['BOOTSTRAP_ADMIN_EMAIL', 'BOOTSTRAP_ADMIN_PASSWORD']],
    [{ BOOTSTRAP_ADMIN_PASSWORD: 'a'.repeat(12) }, ['BOOTSTRAP_ADMIN_EMAIL', 'BOOTSTRAP_ADMIN_PASSWORD']],
    [{ OIDC_ISSUER: 'https://issuer.example' }, ['OIDC_ISSUER', 'OIDC_AUDIENCE', 'OIDC_CLIENT_ID']],
    [{ OIDC_AUDIENCE: 'mainstay' }, ['OIDC_ISSUER', 'OIDC_AUDIENCE']],
    [{ OIDC_CLIENT_ID: 'mainstay' }, ['OIDC_ISSUER', 'OIDC_CLIENT_ID']],
    [{ OIDC_CLIENT_SECRET: 'x' }, ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']],
    [{ INBOUND_MAIL_URL: 'imaps://a:b@mail.example' }, ['INBOUND_MAIL_URL', 'INBOUND_MAIL_AUTHSERV_ID']],
    [{ INBOUND_MAIL_URL: 'imaps://a@mail.example' }, ['INBOUND_MAIL_URL', 'user:password@host']],
    [{ INBOUND_MAIL_URL: 'imaps://a:100%@mail.example' }, ['INBOUND_MAIL_URL', '%25']],
  ]
  test.each(halves)('%o alone is refused with the names of both', (env, named) => {
    const line = refusalOf(env)
    expect(line).toMatch(/^[^\n]+$/)
    for (const name of named) expect(line).toContain(name)
  })

  test('both together are accepted', () => {
    const config = readConfig({
      BOOTSTRAP_CLIENT_ID: 'a',
      BOOTSTRAP_CLIENT_SECRET: 'b'.repeat(16),
      BOOTSTRAP_ADMIN_EMAIL: 'a@b.example',
      BOOTSTRAP_ADMIN_PASSWORD: 'c'.repeat(12),
      OIDC_ISSUER: 'https://issuer.example',
      OIDC_AUDIENCE: 'mainstay',
    })
    expect(config).toMatchObject({ bootstrap_client_id: 'a', oidc_audience: 'mainstay' })
  })

  test('the public URL follows the port, and the cookie domain follows the URL', () => {
    expect(readConfig({ PORT: '9000' })).toMatchObject({ base_url: 'http://localhost:9000' })
    expect(readConfig({ PORT: '80' })).toMatchObject({ base_url: 'http://localhost' })
    expect(readConfig({ BASE_URL: 'https://desk.example:8443' })).toMatchObject({
      service_domain: 'desk.example',
    })
    expect(readConfig({ BASE_URL: 'https://desk.example', SERVICE_DOMAIN: 'example' })).toMatchObject({
      service_domain: 'example',
    })
  })
})

describe('variables that a model needs', () => {
  const aws = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
  const server = { AI_BASE_URL: 'http://localhost:11434/v1' }

  const lacking: [missing: string, env: Record<string, string>][] = [
    ['ANTHROPIC_API_KEY', { AI_PROVIDER: 'anthropic' }],
    ['ANTHROPIC_API_KEY', { AI_MODELS: 'model-3-opus=anthropic/one' }],
    ['AWS_REGION', { ...aws, AI_PROVIDER: 'bedrock', AWS_REGION: '' }],
    ['AWS_ACCESS_KEY_ID', { ...aws, AI_PROVIDER: 'bedrock', AWS_ACCESS_KEY_ID: '' }],
    ['AWS_SECRET_ACCESS_KEY', { ...aws, AI_PROVIDER: 'bedrock', AWS_SECRET_ACCESS_KEY: '' }],
    ['AI_BASE_URL', { AI_PROVIDER: 'openai-compatible', AI_MODEL: 'llama3.2' }],
    ['AI_MODEL', { ...server, AI_PROVIDER: 'openai-compatible' }],
    ['AI_MODEL', { ...server, AI_PROVIDER: 'openai-compatible', AI_MODELS: 'model-3-haiku=local' }],
  ]
  test.each(lacking)('without %s, %o stops the start with one line that names it', (missing, env) => {
    const line = refusalOf(env)
    expect(line).toMatch(/^[^\n]+$/)
    expect(line).toMatch(new RegExp(`^${missing} is required`))
    expect(line).not.toContain('secret')
  })

  const enough: Record<string, string>[] = [
    { AI_PROVIDER: 'anthropic', ANTHROPIC_API_KEY: 'key' },
    { ...aws, AI_PROVIDER: 'bedrock' },
    { ...server, AI_PROVIDER: 'openai-compatible', AI_MODEL: 'llama3.2' },
    {
      ...server,
      AI_PROVIDER: 'openai-compatible',
      AI_MODELS: 'model-3-haiku=openai-compatible/a, model-3-sonnet=openai-compatible/b,model-3-opus=local',
    },
    { AI_MODELS: 'model-3-haiku=anthropic/a', ANTHROPIC_API_KEY: 'key' },
  ]
  test.each(enough)('%o is sufficient', (env) => {
    expect(readConfig(env)).toMatchObject({ ai_fallback: 'local' })
  })

  test('the name of a model may contain slashes and colons', () => {
    const { ai_models } = readConfig({
      ...aws,
      AI_MODELS:
        'model-3-sonnet=bedrock/arn:aws:bedrock:eu-central-1:123:inference-profile/eu.anthropic.x-v1:0',
    })
    expect(ai_models).toEqual({
      'model-3-sonnet': {
        provider: 'bedrock',
        model: 'arn:aws:bedrock:eu-central-1:123:inference-profile/eu.anthropic.x-v1:0',
      },
    })
  })
})

describe('proxy variables of the environment', () => {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']

  test.each(names)('%s stops the start with one line that says what to set', (name) => {
    const line = refusalOf({ [name]: 'http://user:hunter2@proxy.example:3128' })
    expect(line).toMatch(/^[^\n]+$/)
    expect(line).toContain(`${name} is set`)
    expect(line).toContain('WEBHOOK_PROXY')
    expect(line).not.toContain('hunter2')
  })

  test.each(names)('%s is ignored if WEBHOOK_PROXY is set, or if it is blank', (name) => {
    for (const WEBHOOK_PROXY of ['direct', 'http://proxy.example:3128'])
      expect(readConfig({ [name]: 'http://other.example', WEBHOOK_PROXY })).toMatchObject({
        webhook_proxy: WEBHOOK_PROXY,
      })
    expect(readConfig({ [name]: ' ' })).toMatchObject({ webhook_proxy: '' })
  })

  test('NO_PROXY alone does not count as a proxy', () => {
    expect(readConfig({ NO_PROXY: '*', no_proxy: 'localhost' })).toEqual(readConfig({}))
  })
})

describe('the certificate file', () => {
  const folder = openFolder()
  const write = (name: string, text: string) => {
    const file = path.join(folder, name)
    writeFileSync(file, text)
    return file
  }
  const [first = '', second = ''] = rootCertificates

  test('may contain one or more certificates, with other text between them', () => {
    const file = write('good.pem', `# ours\n${first}\n# theirs\n${second}\n`)
    expect(readConfig({ WEBHOOK_CA_FILE: file })).toMatchObject({ webhook_ca_file: file })
    expect(readConfig({ WEBHOOK_CA_FILE: path.relative('.', file) })).toMatchObject({ webhook_ca_file: file })
  })

  test.each([
    ['nothing', ''],
    ['no certificate', 'hello'],
    ['a certificate that is cut', first.slice(0, 200)],
    ['a certificate that is none', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
    ['one good and one bad', `${first}\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----`],
  ])('is refused if it contains %s', (what, text) => {
    const line = refusalOf({ WEBHOOK_CA_FILE: write(`${what}.pem`, text) })
    expect(line).toBe('WEBHOOK_CA_FILE is invalid: expected a readable file of PEM certificates')
  })
})

test('every variable has a row in the generated table', () => {
  const rows = describeConfig().split('\n').slice(2)
  expect(rows.map((row) => /^\| `(\w+)` \|/.exec(row)?.[1])).toEqual(Object.keys(variables))
  for (const row of rows) expect(row.replaceAll('\\|', '').match(/\|/g)).toHaveLength(5)
})
