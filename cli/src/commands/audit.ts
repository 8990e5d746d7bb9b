import path from 'node:path'
import type { Command } from 'commander'
import type { AuditVerification } from '@mainstay/sdk'
import { readCheckpoints } from '../audit/checkpoints.ts'
import type { Cli } from '../cli.ts'
import { foundProblems } from '../errors.ts'
import { examples } from '../examples.ts'
import { counted } from '../output/time.ts'

export function addAudit(program: Command, cli: Cli): void {
  program
    .command('audit')
    .description('check the audit log')
    .command('verify')
    .description('verify the hash chain of the audit log')
    .option(
      '--checkpoints <file>',
      'also compare with checkpoints that were stored elsewhere, one JSON per line',
    )
    .addHelpText(
      'after',
      examples('mainstay audit verify', 'mainstay audit verify --checkpoints /backup/audit-anchor.jsonl') +
        '\n\nThe exit code is 7 when an entry was changed, removed or inserted.',
    )
    .action(async ({ checkpoints }: { checkpoints?: string }) => {
      const { audit } = cli.client()
      const given = checkpoints === undefined ? undefined : storedCheckpoints(cli, checkpoints)
      const verifyFrom = (cursor?: string) => {
        const options = cursor === undefined ? {} : { query: { cursor } }
        return given ? audit.verifyAgainst({ checkpoints: given }, options) : audit.verify(options)
      }
      let result = await verifyFrom()
      while (result.next_cursor !== undefined) result = await verifyFrom(result.next_cursor)
      cli.print(result, () => describe(result))
      if (!result.valid)
        throw foundProblems(
          'The audit log was changed or damaged',
          'Keep the database as it is, and compare it with a backup: docs/operations.md, Audit log checkpoints',
        )
    })
}

function storedCheckpoints(cli: Cli, file: string) {
  const { checkpoints, total, unreadable } = readCheckpoints(path.resolve(cli.io.cwd, file))
  if (checkpoints.length < total) cli.say(`Comparing with ${checkpoints.length} of ${total} checkpoints.`)
  if (unreadable > 0) cli.say(`${counted(unreadable, 'line')} of ${file} could not be read as a checkpoint.`)
  return checkpoints
}

function describe({ valid, checked, sealed, unsealed, first_broken, anchor }: AuditVerification): string {
  const compared =
    anchor.source === 'none'
      ? 'not compared with checkpoints outside of the database'
      : `compared with ${counted(anchor.compared, 'checkpoint')} (${anchor.source})`
  if (valid)
    return `Integrity verified: ${counted(checked, 'entry', 'entries')}, ${sealed} sealed, ${unsealed} not yet; ${compared}.`
  return `Broken at entry ${first_broken?.entry ?? first_broken?.position}: ${first_broken?.reason}; ${compared}.`
}
