import type { Incident } from '../../api/schema.d.ts'
import type { ListColumn } from '../../records/columns-menu.tsx'
import { commonColumns, personColumn, textColumn, updatedColumn } from '../../records/common-columns.tsx'
import { RecordLink } from '../../records/record-link.tsx'
import { Ago } from '../../shell/time.tsx'
import { incidents as w } from '../../words/incidents.ts'
import { records } from '../../words/records.ts'
import { Countdown } from './countdown.tsx'

const common = commonColumns('/incidents', w)

export const columns: readonly ListColumn<Incident>[] = [
  common.id,
  common.priority,
  { key: 'state', label: w.state, width: '6rem', show: ({ state }) => w.states[state] },
  common.summary,
  common.assignee,
  common.group,
  {
    key: 'sla_breach_at',
    label: w.sla.title,
    width: '9.5rem',
    isImportant: true,
    sort: { by: 'sla_breach_at', order: 'asc' },
    show: (incident) => <Countdown incident={incident} />,
  },
  updatedColumn,
  {
    key: 'created_at',
    label: records.created,
    width: '7rem',
    isOptional: true,
    sort: { by: 'created_at', order: 'desc' },
    show: ({ created_at }) => <Ago at={created_at} />,
  },
  { ...textColumn('category', w.category, '7rem'), isOptional: true },
  { ...textColumn('location', w.location, '7rem'), isOptional: true },
  {
    ...textColumn('ci_id', w.ci, '8rem'),
    isOptional: true,
    preview: ({ ci_id }) => ci_id && <RecordLink id={ci_id} />,
  },
  {
    ...textColumn('duplicate_of', w.duplicateOf, '8rem'),
    isOptional: true,
    preview: ({ duplicate_of }) => duplicate_of && <RecordLink id={duplicate_of} />,
  },
  { ...personColumn('opened_by', w.openedBy, '11rem'), isOptional: true },
]
