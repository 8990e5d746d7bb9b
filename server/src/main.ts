import { makeApp, version } from './app.ts'
import { banner } from './banner.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { openDatabase } from './db/open.ts'
import { second } from './kernel/durations.ts'
import { makeLog } from './log.ts'
import { startTracing } from './tracing.ts'

const stopWithin = 9.5 * second

/** The only file that touches the process. */
async function main(): Promise<void> {
  const config = configOrExit()
  const log = makeLog(config.log_level)
  const stopTracing = await startTracing(config.otel_exporter_otlp_endpoint, version)

  let stop = async () => {}
  let stopping: Promise<void> | undefined
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1) // asked twice: somebody is in a hurry
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), stopWithin).unref()
    stopping = stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)

  const database = await openDatabase(config, log)
  stop = database.close
  const app = await makeApp(config, database, log)
  stop = async () => {
    await app.close()
    await database.close()
    await stopTracing()
  }
  await app.http.listen({ host: config.host, port: config.port })
  process.stdout.write(banner(config, app.credentials))
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

main().catch((error: unknown) => {
  process.stderr.write(
    `Mainstay could not start: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exit(1)
})
