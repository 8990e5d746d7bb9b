import { pino } from 'pino'
import { expect, test } from 'vitest'
import { noPeers } from '../kernel/peers.ts'
import { Loops } from './loops.ts'

test('a loop that cannot catch up with a commit is logged, and fails nobody', async () => {
  const lines: string[] = []
  const loops = new Loops(noPeers, pino({ level: 'debug' }, { write: (line) => void lines.push(line) }))
  loops.add([
    {
      queue: 'revocations',
      catchUp: () => Promise.reject(new Error('no connection')),
      stop: async () => undefined,
    },
  ])
  await loops.catchUp(new Set(['jobs']))
  expect(lines).toEqual([])
  await loops.catchUp(new Set(['revocations']))
  expect(lines).toEqual([expect.stringContaining('no connection')])
})
