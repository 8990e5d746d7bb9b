// Demo data of a running service: npm run demo:reset, npm run demo:remove
import { setTimeout as sleep } from 'node:timers/promises'
import { baseUrl, getToken, stop } from './service-client.mjs'

const maxWait = 300_000

const commands = { reset, remove }
const command = commands[process.argv[2]]
if (!command) stop('Usage: npm run demo:reset, or npm run demo:remove')
const token = await getToken()
await command()

async function remove() {
  const { removed } = await whenIdle('DELETE', '/demo')
  console.log(describe(removed, 'removed'))
}

async function reset() {
  const { removed } = await whenIdle('POST', '/demo/reset')
  console.log(describe(removed, 'removed'))
  const { records } = await loaded()
  console.log(describe(records, 'loaded'))
}

async function loaded() {
  for (const until = Date.now() + maxWait; Date.now() < until; await sleep(500)) {
    const { answer } = await call('GET', '/demo')
    if (answer.status !== 'loading') return answer
  }
  stop('The demo data is still not loaded: see the log of the service')
}

/** Retries while the service is loading the data, as after its first start. */
async function whenIdle(method, path) {
  for (const until = Date.now() + maxWait; ; await sleep(500)) {
    const { ok, answer } = await call(method, path)
    if (ok) return answer
    if (answer.code !== 'demo_busy' || Date.now() > until)
      stop(`The service refuses: ${answer.message ?? JSON.stringify(answer)}`)
  }
}

async function call(method, path) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${baseUrl}/prod/api/v1${path}`, { method, headers }).catch((error) =>
    stop(`The service at ${baseUrl} does not answer any more: ${error.message}`),
  )
  return { ok: response.ok, answer: await response.json() }
}

function describe(records, done) {
  const kinds = Object.entries(records).map(
    ([kind, n]) => `${n} ${kind.replaceAll('_', ' ')}${n === 1 ? '' : 's'}`,
  )
  return kinds.length > 0 ? `${kinds.join(', ')} ${done}` : `nothing ${done}`
}
