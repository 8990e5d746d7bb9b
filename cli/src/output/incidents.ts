import type { Incident, Note } from '@mainstay/sdk'
import { printable, type Colour, type Paint } from './colour.ts'
import { fields, type Column } from './table.ts'
import { dueIn, localTime } from './time.ts'

const colourOf: Record<string, Colour> = { P1: 'red', P2: 'yellow' }

const paintPriority = (paint: Paint) => (text: string, row: Incident) =>
  colourOf[row.priority] ? paint(colourOf[row.priority]!, text) : text

export const incidentColumns = (paint: Paint): Column<Incident>[] => [
  { title: 'Number', value: (row) => row.number },
  { title: 'Priority', value: (row) => row.priority, paint: paintPriority(paint) },
  { title: 'State', value: (row) => row.state },
  { title: 'Group', value: (row) => row.assignment_group, optional: true },
  { title: 'Assignee', value: (row) => row.assigned_to, shrinks: true, optional: true },
  { title: 'SLA', value: slaOf },
  { title: 'Short description', value: (row) => row.short_description, shrinks: true },
]

const slaOf = ({ sla, sla_breach_at }: Incident) => {
  if (sla.clock === 'stopped') return sla.breached ? 'breached' : 'met'
  if (sla.clock === 'paused') return 'paused'
  return dueIn(sla_breach_at, Date.now())
}

export function describeIncident(incident: Incident, notes: Note[], paint: Paint): string {
  const parts = [
    paint('bold', printable(`${incident.number}  ${incident.short_description}`)),
    fields([
      ['Priority', incident.priority],
      ['State', incident.state],
      ['Next states', incident.allowed_transitions],
      ['Category', incident.category],
      ['Group', incident.assignment_group],
      ['Assignee', incident.assigned_to],
      ['CI', incident.ci_id],
      ['Location', incident.location],
      ['Opened', `${localTime(incident.created_at)} by ${incident.opened_by}`],
      ['SLA', `${slaOf(incident)} (${localTime(incident.sla_breach_at)})`],
      ['Version', incident.version],
      ['Address', incident.url],
    ]),
  ]
  if (incident.description) parts.push(printable(incident.description))
  for (const note of notes) {
    const head = `${localTime(note.created_at)}  ${note.author}  (${note.visibility})`
    const files = note.attachments.map(({ filename, url }) => `Attachment: ${filename}  ${url}`)
    parts.push([paint('dim', printable(head)), ...[note.body, ...files].map(printable)].join('\n'))
  }
  return parts.join('\n\n')
}
