import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { closeAtEnd } from '../../../../test/cleanup.ts'
import { startEgress } from '../../../../test/egress.ts'

/** Accepts no connection for a second: its queue holds two, and the system drops what else arrives meanwhile. */
const distantReceiver = `
  const { parentPort } = require('node:worker_threads')
  const server = require('node:net').createServer((socket) => socket.on('error', () => {}).end('not TLS'))
  server.listen(0, '127.0.0.1', 1, () => {
    parentPort.postMessage(server.address().port)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
  })`

test('a receiver that takes long to accept is reached, though its other address fails', async () => {
  const receiver = new Worker(distantReceiver, { eval: true })
  closeAtEnd(() => receiver.terminate())
  const [port] = (await once(receiver, 'message')) as [number]
  for (let i = 0; i < 3; i++) connect(port, '127.0.0.1').on('error', () => undefined)
  await sleep(50)
  const env = { WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32,::1/128' }
  const egress = startEgress(env, async () => ['127.0.0.1', '::1'])
  const { error } = await egress.post(`https://distant.test:${port}/`)
  expect(error).toMatch(/^tls_error/) // from its answer; otherwise connection_failed
})
