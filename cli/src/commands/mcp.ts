import type { Command } from 'commander'
import type { Cli } from '../cli.ts'
import { examples } from '../examples.ts'
import { relayMessages } from '../mcp/relay.ts'

export function addMcp(program: Command, cli: Cli): void {
  program
    .command('mcp')
    .description('connect an agent to the service: MCP on standard input and output')
    .addHelpText(
      'after',
      examples('mainstay mcp', 'claude mcp add mainstay -- mainstay mcp') +
        '\n\nThe agent has the rights of the signed-in profile. The service is read-only for agents unless it is' +
        '\nstarted with MCP_WRITES=on. Standard output carries the protocol only.',
    )
    .action(async () => {
      const client = cli.client()
      await relayMessages(cli.io, (body, headers) =>
        client.fetch('/mcp', { method: 'POST', body, headers, signal: cli.io.signal }),
      )
    })
}
