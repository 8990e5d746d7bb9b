import { afterAll, expect, test } from 'vitest'
import { onHangUp } from './hang-ups.ts'

const handled: string[] = []
const handle = (signal: string) => void handled.push(signal)
afterAll(() => void process.off('SIGHUP', handle))

test('a SIGHUP that came before its handler is handled once, and later ones too', async () => {
  process.emit('SIGHUP', 'SIGHUP')
  onHangUp(handle)
  await new Promise(setImmediate)
  expect(handled).toEqual(['SIGHUP'])
  process.emit('SIGHUP', 'SIGHUP')
  expect(handled).toEqual(['SIGHUP', 'SIGHUP'])
})
