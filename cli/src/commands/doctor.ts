import type { Finding } from '@mainstay/sdk'
import type { Command } from 'commander'
import type { Cli } from '../cli.ts'
import { examine } from '../doctor/examine.ts'
import { foundProblems } from '../errors.ts'
import { examples } from '../examples.ts'
import { printable, type Paint } from '../output/colour.ts'

export function addDoctor(program: Command, cli: Cli): void {
  program
    .command('doctor')
    .description('check database, migrations, clock, queue, webhooks, disk and backups, and say what to do')
    .option('--strict', 'also fail on warnings')
    .addHelpText(
      'after',
      examples('mainstay doctor', 'mainstay doctor --strict --json') +
        '\n\nThe exit code is 7 when there is a problem. Needs the role auditor, itsm_manager or super_admin.',
    )
    .action(async ({ strict }: { strict?: boolean }) => {
      const findings = await examine(cli.client(), cli.profile().base_url, cli.io)
      cli.print({ findings }, () => findings.map((finding) => describe(finding, cli.paint)).join('\n'))
      const bad = findings.filter(({ status }) => status === 'problem' || (strict && status === 'warning'))
      if (bad.length > 0) throw foundProblems(`${bad.length} of ${findings.length} checks need attention`)
    })
}

const marks = { ok: ['green', 'ok'], warning: ['yellow', 'warning'], problem: ['red', 'problem'] } as const
const indent = ' '.repeat(9)

function describe({ check, status, detail, advice }: Finding, paint: Paint): string {
  const [colour, word] = marks[status]
  const line = `${paint(colour, word.padEnd(7))}  ${check.padEnd(11)} ${printable(detail)}`
  return advice ? `${line}\n${indent}${' '.repeat(12)}${paint('dim', `> ${advice}`)}` : line
}
