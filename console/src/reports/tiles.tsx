import { Text } from '@mantine/core'
import type { IncidentStatistics } from '../api/schema.d.ts'
import { Caption, Dimmed } from '../shell/dimmed.ts'
import { PaperLink } from '../shell/links.tsx'
import { reports as w } from '../words/reports.ts'
import type { CountedByDay, Lists, listOf } from './model.ts'

interface Tile {
  label: string
  value: string
  detail?: string
  link: ReturnType<typeof listOf>
  isBad?: boolean
}

/** Key figures; each is a link to the matching list. */
export function Tiles({ statistics, lists }: { statistics: IncidentStatistics; lists: Lists }) {
  const {
    open,
    at_risk,
    breached,
    created,
    resolved,
    resolved_within_sla,
    cancelled,
    sla_compliance,
    mean_minutes_to_resolve: mean,
  } = statistics
  const detail = w.period(statistics)
  const inDays = (name: CountedByDay, filters = {}) =>
    lists.days(name, statistics.from, statistics.to, filters)
  const late = resolved - resolved_within_sla
  const bySla = (sla: string) => lists.open({ sla, sort: 'sla_breach_at', order: 'asc' })
  const tiles: Tile[] = [
    { label: w.tiles.open, value: w.number(open.total), link: lists.open() },
    { label: w.tiles.unassigned, value: w.number(open.unassigned), link: lists.open({ unassigned: true }) },
    { label: w.tiles.at_risk, value: w.number(at_risk), link: bySla('at_risk') },
    { label: w.tiles.breached, value: w.number(breached), link: bySla('breached'), isBad: breached > 0 },
    { label: w.created, value: w.number(created), detail, link: inDays('created') },
    { label: w.resolved, value: w.number(resolved), detail, link: inDays('resolved') },
    { label: w.cancelled, value: w.number(cancelled), detail, link: inDays('cancelled') },
    {
      label: w.tiles.within_sla,
      value: sla_compliance === null ? w.tiles.none : w.compliance(sla_compliance),
      detail: late > 0 ? w.late(late, statistics) : detail,
      link: inDays('resolved', late > 0 ? { sla: 'resolved_late' } : {}),
    },
    {
      label: w.mean,
      value: mean === null ? w.tiles.none : w.minutes(mean),
      detail,
      link: inDays('resolved'),
    },
  ]
  return (
    <div className="tiles">
      {tiles.map((tile) => (
        <OneTile key={tile.label} {...tile} />
      ))}
    </div>
  )
}

function OneTile({ label, value, detail, link, isBad = false }: Tile) {
  return (
    <PaperLink withBorder p="xs" {...link} className="tile">
      <Dimmed>{label}</Dimmed>
      <Text fz="1.125rem" fw={650} lh={1.3} c={isBad ? 'var(--mantine-color-error)' : undefined}>
        {value}
      </Text>
      {detail && <Caption>{detail}</Caption>}
    </PaperLink>
  )
}
