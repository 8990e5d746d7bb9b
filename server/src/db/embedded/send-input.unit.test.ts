import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { sendInput } from './send-input.ts'

const moreThanAPipeHolds = Buffer.alloc(1 << 20, 'x')

test('a program that ends without reading its input only tells its status', async () => {
  const child = spawn('false', { stdio: ['pipe', 'ignore', 'ignore'] })
  sendInput(child.stdin, moreThanAPipeHolds)
  expect(await once(child, 'close')).toEqual([1, null])
  expect(child.stdin.errored).toMatchObject({ code: 'EPIPE' })
})

test('a program that reads it gets all of it', async () => {
  const child = spawn('wc', ['-c'], { stdio: ['pipe', 'pipe', 'ignore'] })
  sendInput(child.stdin, moreThanAPipeHolds)
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
  await once(child, 'close')
  expect(Number(output)).toBe(moreThanAPipeHolds.length)
})

test('another failure is not hidden', () => {
  const stdin = new PassThrough()
  sendInput(stdin, '')
  expect(() => stdin.emit('error', Object.assign(new Error('disk'), { code: 'EIO' }))).toThrow('disk')
})
