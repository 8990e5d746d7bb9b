import { InvalidArgumentError, type Command } from 'commander'
import type { Event } from '@mainstay/sdk'
import type { Cli } from '../cli.ts'
import { usageError } from '../errors.ts'
import { examples } from '../examples.ts'
import { bodyOf, headersOf, isSecret } from '../listen/sign.ts'
import { ListenMemory } from '../listen/state.ts'
import { printable } from '../output/colour.ts'
import { wholeNumber } from '../values.ts'

const forwardTimeout = 30_000

interface ListenOptions {
  forwardTo: string
  events?: Event['type'][]
  secret?: string
  resume?: boolean
  after?: number
}

interface Forwarded {
  status?: number
  error?: string
  latency_ms: number
}

export function addListen(program: Command, cli: Cli): void {
  program
    .command('listen')
    .description('forward events to a local address, signed like webhook deliveries')
    .requiredOption('--forward-to <address>', 'such as http://localhost:3000/webhooks', address)
    .option('--events <types>', 'only these types, separated by commas', (text) => text.split(','))
    .option('--secret <secret>', 'sign with the secret of a real webhook instead of a generated one')
    .option('--resume', 'first send what happened since the last run')
    .option('--after <number>', 'first send what happened after this event', wholeNumber(0, 2 ** 53 - 1))
    .addHelpText(
      'after',
      examples(
        'mainstay listen --forward-to http://localhost:3000/webhooks',
        'mainstay listen --forward-to localhost:3000 --events incident.created,incident.resolved --resume',
      ) +
        '\n\nNothing has to reach this machine from outside: events come by the stream that the console uses.',
    )
    .action((options: ListenOptions) => listen(cli, options))
}

async function listen(
  cli: Cli,
  { forwardTo, events, resume, after, ...options }: ListenOptions,
): Promise<void> {
  if (options.secret && !isSecret(options.secret))
    throw usageError('--secret is not the secret of a webhook', 'It starts with whsec_')
  const { base_url } = cli.profile()
  const client = cli.client()
  const { service_instance } = await client.health.get()
  const memory = new ListenMemory(cli.io)
  const secret = options.secret ?? memory.secret
  const route = `${base_url} > ${forwardTo}`
  const { signal } = cli.io
  const start = after ?? (resume ? memory.position(route) : undefined)
  const stream = client.events.stream({
    ...(events ? { types: events } : {}),
    ...(start === undefined ? {} : { after: start }),
    signal,
    onReconnect: (reason) => cli.say(`Connection lost (${reason.message}); resuming ...`),
  })
  cli.say(`Forwarding events of ${base_url} to ${forwardTo}. Ctrl-C ends it.`)
  cli.say(`Verify them with the secret ${secret}\n`)
  for await (const event of stream) {
    const result = await forward(event, forwardTo, service_instance, secret, signal)
    if (signal.aborted) return // perhaps not received: the next run sends it
    memory.remember(route, event.seq)
    cli.io.stdout.write(`${cli.isJson() ? JSON.stringify({ event, ...result }) : line(cli, event, result)}\n`)
  }
}

async function forward(
  event: Event,
  url: string,
  service_instance: string,
  secret: string,
  signal: AbortSignal,
): Promise<Forwarded> {
  const body = bodyOf(event, service_instance)
  const begin = performance.now()
  const elapsed = () => Math.round(performance.now() - begin)
  // On Node 20, AbortSignal.any may lose its sources in a garbage collection.
  const stop = new AbortController()
  const abort = () => stop.abort(new Error(`No response within ${forwardTimeout / 1000} s`))
  const timer = setTimeout(abort, forwardTimeout)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: headersOf(event, body, secret, new Date()),
      body,
      redirect: 'manual',
      signal: stop.signal,
    })
    await response.body?.cancel()
    return { status: response.status, latency_ms: elapsed() }
  } catch (error) {
    const { message, cause } = error as Error
    return { error: cause instanceof Error && cause.message ? cause.message : message, latency_ms: elapsed() }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

function line({ paint }: Cli, event: Event, { status, error, latency_ms }: Forwarded): string {
  const isFine = status !== undefined && status >= 200 && status < 300
  const result = paint(isFine ? 'green' : 'red', printable(String(status ?? error)))
  const time = new Date(event.occurred_at).toLocaleTimeString('en-GB')
  return `${time}  ${printable(event.type).padEnd(25)}  ${printable(event.subject_id).padEnd(12)}  ${result}  ${latency_ms} ms`
}

function address(text: string): string {
  const url = /^https?:\/\//.test(text) ? text : `http://${text}`
  if (!URL.canParse(url)) throw new InvalidArgumentError('Give an address such as http://localhost:3000.')
  return new URL(url).href
}
