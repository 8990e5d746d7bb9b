import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openFolder } from '../../../server/test/folders.ts'
import type { Io } from '../io.ts'
import { ListenMemory } from './state.ts'

test('two commands that listen keep the positions of each other, and share one secret', () => {
  const cwd = openFolder()
  const output = { write: () => true }
  const io: Io = {
    stdout: output,
    stderr: output,
    stdin: Readable.from([]),
    env: { MAINSTAY_CONFIG_DIR: cwd },
    cwd,
    signal: new AbortController().signal,
  }
  const [chat, pager] = [new ListenMemory(io), new ListenMemory(io)]
  chat.remember('chat', 7)
  pager.remember('pager', 3)
  chat.remember('chat', 8)
  const next = new ListenMemory(io)
  expect([next.position('chat'), next.position('pager')]).toEqual([8, 3])
  expect([chat.secret, pager.secret]).toEqual([next.secret, next.secret])
})
