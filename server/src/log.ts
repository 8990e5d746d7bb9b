import { pino, type Logger } from 'pino'

const secrets = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'client_secret',
  'token',
  'access_token',
  'key',
]

/** One JSON line per event; secrets are redacted up to three levels deep. */
export const makeLog = (level: string, worker?: number): Logger =>
  pino({
    level,
    base: { service: 'mainstay', ...(worker !== undefined && { worker }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
  })
