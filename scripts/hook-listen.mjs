// A receiver to try webhooks with: npm run hook:listen -- [--port 8443] [--secret whsec_...] [--status 200] [--delay 0]
// It prints each delivery, checks its signature, and sends the configured response.
import { once } from 'node:events'
import { createServer } from 'node:https'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { verdictsOn } from './hook-signature.mjs'
import { ensureInstalled } from './prepare.mjs'

const usage = `Usage: npm run hook:listen -- [options]
  --port 8443        port of this machine to listen on; 0 takes a free one
  --secret whsec_... the webhook's secret, to check signatures with
  --status 200       what to answer; a list such as 500,500,200 answers one after the other and stays at the last
  --delay 0          milliseconds to wait before answering`

const maxRead = 2 ** 20

const { port, secret, statuses, delay } = readOptions()
ensureInstalled()
const { localCertificate } = await import('./local-certificate.mjs')
const folder = path.resolve(process.env.DATA_DIR || './data', 'hook-listen')
const { ca_file, key, cert } = await localCertificate(folder).catch((error) =>
  stop(`No certificate could be kept in ${folder}: ${error.message}`),
)

let received = 0
const server = createServer({ key, cert }, (request, response) => {
  receive(request, response).catch((error) => {
    console.log(`  cut off: ${error.message}\n`)
    response.destroy()
  })
})
server.on('error', (error) =>
  stop(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is taken: stop the other program, or choose another with --port`
      : `Port ${port} cannot be used: ${error.message}`,
  ),
)
server.listen(port, '127.0.0.1', () => console.log(instructions(server.address().port)))
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    console.log(`\n${received} received`)
    process.exit(0)
  })

async function receive(request, response) {
  const body = await bodyOf(request)
  const status = statuses[Math.min(received++, statuses.length - 1)]
  console.log(plain(describe(request, body)))
  if (delay > 0) await Promise.race([sleep(delay), once(response, 'close')])
  if (response.destroyed) return console.log('  the sender did not wait for the answer\n')
  response.writeHead(status, { 'content-type': 'text/plain' }).end()
  console.log(`  answered ${status}${delay > 0 ? ` after ${delay} ms` : ''}\n`)
}

async function bodyOf(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > maxRead) throw new Error(`the body has more than ${maxRead} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function describe({ method, url, headers }, body) {
  const event = headers['x-service-event'] ?? `${method} ${url}`
  const delivery = headers['x-service-delivery'] ?? 'none'
  const attempt = headers['x-service-attempt'] ?? '?'
  return [
    `${new Date().toLocaleTimeString('en-GB')}  ${event}`,
    `  delivery   ${delivery}  attempt ${attempt}`,
    ...verdictsOn(headers, body, secret).map((verdict) => `  signature  ${verdict}`),
    ...pretty(body).map((line) => `  ${line}`),
  ].join('\n')
}

function pretty(body) {
  const text = body.toString()
  try {
    return JSON.stringify(JSON.parse(text), null, 2).split('\n')
  } catch {
    return text.split('\n')
  }
}

/** Replaces control characters, which could manipulate the terminal. */
function plain(text) {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '\uFFFD')
}

function instructions(port) {
  const base = (process.env.BASE_URL || 'http://localhost:8080').replace(/\/+$/, '')
  const url = `https://localhost:${port}/`
  return `
  Listening on ${url}

  1. Start the service so that it trusts this certificate and may reach this machine:

     WEBHOOK_CA_FILE=${ca_file} WEBHOOK_ALLOWED_PRIVATE_CIDRS=127.0.0.1/32,::1/128 npm start

  2. Make a webhook, with a token as in the README:

     curl -s -X POST ${base}/prod/api/v1/webhooks/outbound \\
       -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
       -d '{"name": "Try it", "url": "${url}", "events": ["incident.created", "incident.updated"], "sign_payloads": true}'

  3. ${secret ? 'Change an incident. Signatures are checked.' : 'Change an incident. To check signatures, start this again with --secret and the secret of the answer.'}

  Ctrl-C ends it.
`
}

function readOptions() {
  const options = Object.fromEntries(
    ['port', 'secret', 'status', 'delay'].map((name) => [name, { type: 'string' }]),
  )
  const { values } = parse({ options: { ...options, help: { type: 'boolean', short: 'h' } } })
  if (values.help) {
    console.log(usage)
    process.exit(0)
  }
  return {
    port: wholeNumber('--port', values.port ?? '8443', 0, 65_535),
    secret: values.secret ?? '',
    statuses: (values.status ?? '200').split(',').map((one) => wholeNumber('--status', one.trim(), 200, 599)),
    delay: wholeNumber('--delay', values.delay ?? '0', 0, 600_000),
  }
}

function parse(config) {
  try {
    return parseArgs(config)
  } catch (error) {
    return stop(`${error.message.split(/[.\n]/)[0]}; --help lists the options`)
  }
}

function wholeNumber(name, text, min, max) {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < min || number > max)
    stop(`${name} takes a whole number from ${min} to ${max}, not ${text}`)
  return number
}

function stop(message) {
  console.error(message)
  process.exit(1)
}
