import path from 'node:path'
import { Option, type Command } from 'commander'
import type { CreateNote, Incident, Mainstay, Note } from '@mainstay/sdk'
import type { Cli } from '../cli.ts'
import { usageError } from '../errors.ts'
import { examples } from '../examples.ts'
import { inTurn } from '../in-turn.ts'
import { closeIncident } from '../incidents/close.ts'
import { personOf } from '../incidents/person.ts'
import { uploadFiles } from '../incidents/upload.ts'
import { describeIncident, incidentColumns } from '../output/incidents.ts'
import { partOf, recordNumber, takeWithTotal, textOrStdin, wholeNumber } from '../values.ts'
import { fieldsFrom, priorities, states, withFieldOptions, type FieldOptions } from './incident-options.ts'

type Visibility = NonNullable<CreateNote['visibility']>
const visibilities = ['team', 'internal', 'public', 'private'] as const satisfies readonly Visibility[]

interface ListOptions {
  state?: string
  priority?: string
  category?: string
  group?: string
  assignedTo?: string
  unassigned?: boolean
  sla?: 'at_risk' | 'breached' | 'resolved_late'
  query?: string
  sort?: 'created_at' | 'updated_at' | 'priority' | 'sla_breach_at'
  order?: 'asc' | 'desc'
  limit: number
}

export function addIncident(program: Command, cli: Cli): void {
  const incident = program.command('incident').description('list, open, change and close incidents')
  addList(incident, cli)
  addShow(incident, cli)
  addCreate(incident, cli)
  addUpdate(incident, cli)
  addNote(incident, cli)
  addClose(incident, cli)
}

function addList(incident: Command, cli: Cli): void {
  incident
    .command('list')
    .description('list incidents, the newest first')
    .addOption(new Option('--state <states>', `one or more of ${states.join(', ')}, separated by commas`))
    .addOption(
      new Option('--priority <priorities>', `one or more of ${priorities.join(', ')}, separated by commas`),
    )
    .option('--category <text>', 'category')
    .option('--group <name>', 'assignment group')
    .option('--assigned-to <email>', 'assignee; me is yourself')
    .option('--unassigned', 'only those without an assignee')
    .addOption(
      new Option(
        '--sla <state>',
        'only open incidents that are at risk or breached, or those resolved late',
      ).choices(['at_risk', 'breached', 'resolved_late']),
    )
    .option('-q, --query <words>', 'full text: words, "phrases", -not, or a number')
    .addOption(
      new Option('--sort <field>', 'order of the list').choices([
        'created_at',
        'updated_at',
        'priority',
        'sla_breach_at',
      ]),
    )
    .addOption(new Option('--order <direction>', 'direction').choices(['asc', 'desc']))
    .option('--limit <number>', 'how many at most', wholeNumber(1, 100_000), 25)
    .addHelpText(
      'after',
      examples(
        'mainstay incident list --state new,in_progress --priority P1,P2',
        'mainstay incident list --assigned-to me --state in_progress,on_hold',
        'mainstay incident list --unassigned --sla at_risk --sort sla_breach_at --order asc',
        'mainstay incident list -q "vpn certificate" --json | jq -r .data[].number',
      ),
    )
    .action(async ({ limit, group, assignedTo, query, ...filters }: ListOptions) => {
      const client = cli.client()
      const listing = client.incidents.list({
        ...filters,
        ...(group === undefined ? {} : { assignment_group: group }),
        ...(assignedTo === undefined ? {} : { assigned_to: await personOf(client, assignedTo) }),
        ...(query === undefined ? {} : { q: query }),
        limit: Math.min(limit, 200),
      })
      const found = await takeWithTotal(listing, limit)
      cli.printTable(found, found.data, incidentColumns(cli.paint), 'No incidents match.')
      const part = partOf(found.data.length, limit, found)
      if (part) cli.say(`${part} incidents; --limit shows more.`)
    })
}

function addShow(incident: Command, cli: Cli): void {
  incident
    .command('show')
    .description('show one incident with its newest notes')
    .argument('<number>', 'such as INC0000042', recordNumber)
    .option('--notes <number>', 'how many notes at most', wholeNumber(1, 100_000), 50)
    .addHelpText(
      'after',
      examples('mainstay incident show INC0000042', 'mainstay incident show INC0000042 --notes 500'),
    )
    .action(async (number: string, { notes: limit }: { notes: number }) => {
      const client = cli.client()
      const newestFirst = client.incidents.notes.list(number, { order: 'desc', limit: Math.min(limit, 200) })
      const [found, { data, total }] = await Promise.all([
        client.incidents.get(number),
        takeWithTotal(newestFirst, limit),
      ])
      const notes = data.toReversed()
      cli.print({ ...found, notes, notes_total: total }, () => describeIncident(found, notes, cli.paint))
      if (total > notes.length) cli.say(`The newest ${notes.length} of ${total} notes; --notes shows more.`)
    })
}

interface CreateOptions extends FieldOptions {
  notify?: boolean
}

function addCreate(incident: Command, cli: Cli): void {
  withFieldOptions(incident.command('create').description('open an incident'))
    .argument('<short description>', 'what is wrong, in one line')
    .option('--notify', 'notify the assignment group and yourself')
    .addHelpText(
      'after',
      examples(
        'mainstay incident create "Mail is down" --priority P1 --group network --notify',
        'journalctl -u relay -n 50 | mainstay incident create "Relay fails" --description -',
      ),
    )
    .action(async (short_description: string, { notify, ...options }: CreateOptions) => {
      const client = cli.client()
      const fields = fieldsFrom(await completed(options, client, cli))
      const made = await client.incidents.create({
        ...fields,
        ...(notify && { notify_stakeholders: true }),
        short_description,
      })
      cli.print(made, () => `${made.number} created: ${made.url}`)
    })
}

interface UpdateOptions extends FieldOptions {
  title?: string
  state?: Incident['state']
  note?: string
  ifVersion?: number
}

function addUpdate(incident: Command, cli: Cli): void {
  withFieldOptions(incident.command('update').description('change fields or the state of an incident'))
    .argument('<number>', 'such as INC0000042', recordNumber)
    .option('--title <text>', 'short description')
    .addOption(new Option('--state <state>', 'next state').choices(states))
    .option('--note <text>', 'work note to add with the change; - reads it from standard input')
    .option(
      '--if-version <number>',
      'only if nobody has changed it since this version',
      wholeNumber(1, 2 ** 31),
    )
    .addHelpText(
      'after',
      examples(
        'mainstay incident update INC0000042 --state in_progress --assign me',
        `mainstay incident update INC0000042 --category ''      # clears the field`,
      ),
    )
    .action(async (number: string, { title, state, note, ifVersion, ...options }: UpdateOptions) => {
      if (options.description === '-' && note === '-')
        throw usageError('Standard input can be read for one text only', 'Give the other one as text')
      const client = cli.client()
      const changes = {
        ...fieldsFrom(await completed(options, client, cli)),
        ...(title ? { short_description: title } : {}),
        ...(state ? { state } : {}),
        ...(note ? { work_note: await textOrStdin(note, cli.io) } : {}),
      }
      if (Object.keys(changes).length === 0)
        throw usageError(
          'There is nothing to change',
          'Give at least one option, such as --state in_progress',
        )
      const changed = await client.incidents.update(number, changes, ifVersion ? { ifVersion } : {})
      cli.print(changed, () => `${changed.number} is ${changed.state}, version ${changed.version}.`)
    })
}

function addNote(incident: Command, cli: Cli): void {
  incident
    .command('note')
    .description('add a work note, with files if you like')
    .argument('<number>', 'such as INC0000042', recordNumber)
    .argument('<text>', 'the note, in Markdown; - reads it from standard input')
    .addOption(new Option('--visibility <who>', 'who may read it').choices(visibilities))
    .option('--attach <file...>', 'files to attach')
    .addHelpText(
      'after',
      examples(
        'mainstay incident note INC0000042 "Restarted the relay" --visibility public',
        'dmesg | tail -20 | mainstay incident note INC0000042 - --attach /var/log/relay.log',
      ),
    )
    .action(
      async (
        number: string,
        text: string,
        { visibility, attach = [] }: { visibility?: Visibility; attach?: string[] },
      ) => {
        const client = cli.client()
        const body = await textOrStdin(text, cli.io)
        const attachments = await uploadFiles(
          client,
          attach.map((file) => path.resolve(cli.io.cwd, file)),
        )
        const note: Note = await client.incidents.notes.create(number, {
          body,
          ...(visibility ? { visibility } : {}),
          ...(attachments.length > 0 ? { attachments } : {}),
        })
        cli.print(note, () => `Note added to ${number}.`)
      },
    )
}

function addClose(incident: Command, cli: Cli): void {
  incident
    .command('close')
    .description('resolve and close incidents')
    .argument('<number...>', 'one or more, such as INC0000042')
    .option('--note <text>', 'what solved it; - reads it from standard input')
    .addHelpText('after', examples('mainstay incident close INC0000042 --note "New certificate installed"'))
    .action(async (numbers: string[], { note }: { note?: string }) => {
      const client = cli.client()
      const solution = note === undefined ? undefined : await textOrStdin(note, cli.io)
      await inTurn(
        cli,
        numbers.map(recordNumber),
        (number) => closeIncident(client, number, solution),
        ({ number }) => `${number} is closed.`,
      )
    })
}

async function completed(options: FieldOptions, client: Mainstay, { io }: Cli): Promise<FieldOptions> {
  const { description, assign } = options
  return {
    ...options,
    ...(description !== undefined && { description: await textOrStdin(description, io) }),
    ...(assign !== undefined && { assign: await personOf(client, assign) }),
  }
}
