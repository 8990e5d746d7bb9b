import { once } from 'node:events'
import { createServer, Socket, type AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { closeAtEnd } from '../../test/cleanup.ts'
import { openSession } from './session.ts'

test('a long task notices that its server is gone', async () => {
  const server = createServer((socket) => void socket.once('data', () => socket.destroy())).listen(
    0,
    '127.0.0.1',
  )
  closeAtEnd(() => void server.close())
  await once(server, 'listening')
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const { port } = server.address() as AddressInfo
  await expect(openSession(`postgres://u@127.0.0.1:${port}/db`, 'test')).rejects.toThrow(
    'Connection terminated',
  )
  expect(keepAlive).toHaveBeenCalledWith(true, 60_000)
  keepAlive.mockRestore()
})
