import { PassThrough } from 'node:stream'
import { Client, type Transport, type VersionNegotiationMode } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { bootstrapClient } from '../../../server/test/accounts.ts'
import { startApp } from '../../../server/test/app.ts'
import { openFolder } from '../../../server/test/folders.ts'
import type { Io } from '../io.ts'
import { run } from '../run.ts'

const app = await startApp({ MCP_WRITES: 'on' })
const url = await app.http.listen({ host: '127.0.0.1', port: 0 })

/** `mainstay mcp` in this process, as the transport of the official client. */
function openRelay(secret = bootstrapClient.secret): Transport & { ended: Promise<number> } {
  const stdin = new PassThrough()
  const cwd = openFolder()
  const transport: Transport & { ended: Promise<number> } = {
    start: async () => {
      const io: Io = {
        stdin,
        stdout: { write: (line) => transport.onmessage?.(JSON.parse(line) as never) },
        stderr: { write: () => true },
        env: {
          MAINSTAY_CONFIG_DIR: `${cwd}/config`,
          MAINSTAY_URL: url,
          MAINSTAY_CLIENT_ID: bootstrapClient.id,
          MAINSTAY_CLIENT_SECRET: secret,
        },
        cwd,
        signal: new AbortController().signal,
      }
      transport.ended = run(['mcp'], io)
    },
    send: async (message) => void stdin.write(`${JSON.stringify(message)}\n`),
    close: async () => {
      stdin.end()
      await transport.ended
      transport.onclose?.()
    },
    ended: Promise.resolve(0),
  }
  return transport
}

const modes: [string, VersionNegotiationMode][] = [
  ['2025', 'legacy'],
  ['2026', { pin: '2026-07-28' }],
]
test.for(modes)('an agent works through mainstay mcp (revision %s)', async ([, mode]) => {
  const relay = openRelay()
  const client = new Client({ name: 'stdio-agent', version: '9.9' }, { versionNegotiation: { mode } })
  await client.connect(relay)
  const { tools } = await client.listTools()
  expect(tools).toHaveLength(16)
  const made = await client.callTool({
    name: 'create_incident',
    arguments: { short_description: 'From stdio' },
  })
  expect(JSON.stringify(made.content)).toContain('From stdio')
  const calls = await Promise.all(
    Array.from({ length: 3 }, () => client.callTool({ name: 'search', arguments: { query: 'stdio' } })),
  )
  expect(calls.every(({ isError }) => !isError)).toBe(true)
  await client.close()
  expect(await relay.ended).toBe(0)
  const [entry] = await app.query<{ changes: { to: string }[] }>(
    `select changes from audit_entries where subject_type = 'mcp_tool' order by seq desc limit 1`,
  )
  expect(entry!.changes[0]!.to).toBe('stdio-agent 9.9')
})

test('what the service refuses is an error of the protocol', async () => {
  const client = new Client({ name: 'stdio-agent', version: '9.9' })
  await expect(client.connect(openRelay('a wrong secret'))).rejects.toThrow(
    /client|secret|sign|refused|denied/i,
  )
})
