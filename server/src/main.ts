import type { Logger } from 'pino'
import { banner } from './banner.ts'
import { readConfig, type Config } from './config.ts'
import { ConfigError } from './config-rules.ts'
import { isUnavailable, ReadOnlyServer } from './db/errors.ts'
import { openDatabase } from './db/open.ts'
import { second } from './kernel/durations.ts'
import { makeLog } from './log.ts'
import { startTracing } from './tracing.ts'
import { version } from './version.ts'

const stopWithin = 9.5 * second

/** What has been opened so far; closed in the opposite order. */
type Opened = (() => Promise<void>)[]

/** The only file that touches the process. */
async function main(): Promise<void> {
  const config = configOrExit()
  const log = makeLog(config.log_level)
  const opened: Opened = []
  const halt = new AbortController()
  const starting = start(config, log, opened, halt.signal)

  const onSignal = (signal: NodeJS.Signals) => {
    if (halt.signal.aborted) process.exit(1) // asked twice: somebody is in a hurry
    halt.abort()
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), stopWithin).unref()
    // What is being opened cannot be closed half-way, so the step under way ends first.
    starting
      .then(() => closeAll(opened))
      .then(() => process.exit(0))
      .catch((error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      })
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)

  try {
    await starting
  } catch (error) {
    process.stderr.write(`Mainstay could not start: ${explain(error, config)}\n`)
    await closeAll(opened)
    process.exit(1)
  }
}

async function start(config: Config, log: Logger, opened: Opened, halt: AbortSignal): Promise<void> {
  opened.push(await startTracing(config.otel_exporter_otlp_endpoint, version))
  // Most of the code is loaded while the database starts, and not at all when the configuration is refused.
  const loading = import('./app.ts')
  const database = await openDatabase(config, log)
  opened.push(database.close)
  if (halt.aborted) return
  const { makeApp } = await loading
  const app = await makeApp(config, database, log)
  opened.push(app.close)
  if (halt.aborted) return
  await app.http.listen({ host: config.host, port: config.port })
  process.stdout.write(banner(config, app.credentials, process.stdout.isTTY))
}

async function closeAll(opened: Opened): Promise<void> {
  for (const close of opened.toReversed()) await close()
}

function explain(error: unknown, { host, port, database_url }: Config): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `port ${port} of ${host} is taken: stop the other program, or set PORT to another`
  if (error instanceof ReadOnlyServer) return error.message
  if (database_url && isUnavailable(error))
    return `the database at DATABASE_URL does not answer (${code ?? (error as Error).message})`
  return error instanceof Error ? error.message : String(error)
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

await main()
