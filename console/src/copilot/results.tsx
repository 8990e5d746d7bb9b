import { Stack, Table } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import type { CopilotResult } from '../api/schema.d.ts'
import { AnchorLink } from '../shell/links.tsx'
import { pageOfRecord } from '../shell/record-pages.ts'
import type { Priority } from '../records/priorities.ts'
import { PriorityBadge } from '../records/priority.tsx'
import { labelOf } from '../shell/label-of.ts'
import { toText } from '../records/to-text.ts'
import { priorityColours } from '../theme.ts'
import { copilot as w } from '../words/copilot.ts'
import { reports } from '../words/reports.ts'
import { pageOfQuery, type ReadSearch } from './page-of-query.ts'

type ResultRecord = CopilotResult['records'][number]

const titleOf = ({ short_description, title, name }: ResultRecord) =>
  toText(short_description ?? title ?? name)
const stateOf = ({ state, status }: ResultRecord) => {
  const text = state ?? status
  return typeof text === 'string' ? labelOf(text) : ''
}
const priorityOf = ({ priority }: ResultRecord) =>
  typeof priority === 'string' && priority in priorityColours ? (priority as Priority) : undefined

/** The records and groups of an answer, as small tables. */
export function Results({ part }: { part: CopilotResult }) {
  const { records, groups, total, query } = part
  const pages = useRouter().routesByPath
  const readerOf = (page: string) => pages[page as '/incidents'].options.validateSearch as ReadSearch
  const page = query ? pageOfQuery(query, readerOf) : undefined
  return (
    <Stack gap={4}>
      {records.length > 0 && <Records records={records} />}
      {groups && groups.length > 0 && <Groups groups={groups} />}
      {page && total > records.length && (
        <AnchorLink to={page.to} search={page.search} size="sm">
          {w.all(total)}
        </AnchorLink>
      )}
    </Stack>
  )
}

function Records({ records }: { records: ResultRecord[] }) {
  const hasPriorities = records.some(priorityOf)
  return (
    <Table fz="sm" verticalSpacing={3} horizontalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{w.record}</Table.Th>
          {hasPriorities && <Table.Th>{w.priority}</Table.Th>}
          <Table.Th>{w.summary}</Table.Th>
          <Table.Th>{w.state}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {records.map((record) => {
          const priority = priorityOf(record)
          return (
            <Table.Tr key={String(record.id)}>
              <Table.Td>
                <Link to={pageOfRecord(String(record.id))}>{String(record.id)}</Link>
              </Table.Td>
              {hasPriorities && (
                <Table.Td>{priority && <PriorityBadge priority={priority} size="sm" />}</Table.Td>
              )}
              <Table.Td className="anywhere">{titleOf(record)}</Table.Td>
              <Table.Td>{stateOf(record)}</Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

const Groups = ({ groups }: { groups: NonNullable<CopilotResult['groups']> }) => {
  const isTimed = groups.some(({ minutes }) => minutes !== null)
  return (
    <Table fz="sm" verticalSpacing={3} horizontalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{w.group}</Table.Th>
          <Table.Th>{w.count}</Table.Th>
          {isTimed && <Table.Th>{w.time}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.map(({ value, label, count, minutes }) => (
          <Table.Tr key={value ?? ''}>
            <Table.Td className="anywhere">{label}</Table.Td>
            <Table.Td>{count.toLocaleString('en')}</Table.Td>
            {isTimed && <Table.Td>{minutes === null ? '' : reports.minutes(minutes)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
