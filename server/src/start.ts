import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { banner } from './banner.ts'
import { misspeltVariables, readConfig, type Config } from './config.ts'
import { ConfigError } from './config-rules.ts'
import { openDatabase } from './db/open.ts'
import { onHangUp } from './hang-ups.ts'
import { second } from './kernel/durations.ts'
import { makeLog } from './log.ts'
import { explainStartFailure } from './supervisor/start-failure.ts'
import { startTracing } from './tracing.ts'
import { version } from './version.ts'

const stopWithin = 9.5 * second
/** Shorter than that, because the database stops last. */
const requestTimeout = 4 * second

/** Closes everything that was opened, in reverse order. */
type CloseStack = (() => Promise<void>)[]

/** The process that was started: it serves alone, or supervises those that serve. */
async function main(config: Config): Promise<void> {
  const log = makeLog(config.log_level)
  for (const { variable, meant } of misspeltVariables(process.env))
    log.warn({ variable }, `${variable} is not a setting: did you mean ${meant}?`)
  const closeStack: CloseStack = []
  const halt = new AbortController()
  // Once, because a signal may arrive while a start that failed is being cleaned up.
  let closing: Promise<void> | undefined
  const close = () => (closing ??= closeAll(closeStack))
  const giveUp = async (reason: string) => {
    process.exitCode = 1
    process.stderr.write(`Mainstay could not start: ${reason}\n`)
    await close()
    process.exit()
  }
  const starting =
    config.workers === 1
      ? serveAlone(config, log, closeStack, halt.signal)
      : (await import('./supervisor/supervise.ts')).supervise(
          config,
          log,
          closeStack,
          halt.signal,
          (reason) => void giveUp(reason),
        )

  const onSignal = (signal: NodeJS.Signals) => {
    if (halt.signal.aborted) {
      if (signal === 'SIGHUP') return // a terminal that is closed sends it twice
      process.exit(1) // a second signal stops immediately
    }
    halt.abort()
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), stopWithin).unref()
    // What is being opened cannot be closed half-way, so the current step ends first; only migrations are interrupted.
    starting
      .catch(() => undefined) // reported below
      .then(close)
      .then(() => process.exit())
      .catch((error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      })
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  // The supervisor restarts its workers then; alone, a stop lets whoever started the process start it again.
  if (config.workers === 1) onHangUp(onSignal)

  try {
    await starting
  } catch (error) {
    if (error !== halt.signal.reason) await giveUp(explainStartFailure(error, config))
  }
}

async function serveAlone(
  config: Config,
  log: Logger,
  closeStack: CloseStack,
  halt: AbortSignal,
): Promise<void> {
  closeStack.push(await startTracing(config.otel_exporter_otlp_endpoint, version, log))
  // Most of the code is loaded while the database starts, and not at all when the configuration is refused.
  const loading = import('./app.ts')
  const database = await openDatabase(config, log, undefined, halt)
  closeStack.push(database.close)
  if (halt.aborted) return
  const { makeApp } = await loading
  const app = await makeApp(config, database, log)
  closeStack.push(() => app.close(requestTimeout))
  if (halt.aborted) return
  database.limitWaits()
  await app.http.listen({ host: config.host, port: config.port })
  process.stdout.write(banner(config, app.credentials, process.stdout.isTTY))
}

async function closeAll(closeStack: CloseStack): Promise<void> {
  for (const close of closeStack.toReversed()) await close()
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

// A reader of the output that is gone, such as a log shipper, must not end the service and leave PostgreSQL behind.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
const config = configOrExit()
if (cluster.isWorker) await (await import('./supervisor/worker-process.ts')).runWorker(config)
else await main(config)
