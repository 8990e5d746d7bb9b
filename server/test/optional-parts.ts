import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeAtEnd } from './cleanup.ts'
import { MailServer } from './mail-server.ts'
import { protocolNames, startModelServer } from './models/server.ts'
import { startRedis } from './redis.ts'

/** Everything outside that a service can be told to use, on this machine: Redis, mail, models and a collector of traces. */
export async function startOptionalParts() {
  const redis = await startRedis()
  const mail = await new MailServer().listen()
  closeAtEnd(() => mail.close())
  const models = await Promise.all(
    protocolNames.map((name) => startModelServer(name, { text: 'I do not know.' })),
  )
  const traces = await startCollector()
  const {
    AI_PROVIDER: _provider,
    AI_MODEL: _model,
    ...keys
  } = Object.assign({}, ...models.map(({ env }) => env)) as Record<string, string>
  const aliases = ['model-3-haiku', 'model-3-sonnet', 'model-3-opus'] as const
  return {
    redis,
    mail,
    traces: traces.received,
    /** An alias for each provider, and what that provider was asked. */
    models: aliases.map((alias, index) => ({ alias, asked: models[index]!.asked })),
    env: {
      ...keys,
      AI_MODELS: aliases.map((alias, index) => `${alias}=${models[index]!.name}`).join(),
      REDIS_URL: redis.url,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
    },
  }
}

async function startCollector(): Promise<{ url: string; received: string[] }> {
  const received: string[] = []
  const collector = createServer((request, response) => {
    received.push(request.url ?? '')
    request.resume()
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  closeAtEnd(() => void collector.close())
  return { url: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`, received }
}
