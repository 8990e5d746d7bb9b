import { Stack, Table } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CopilotResult } from '../api/schema.d.ts'
import { AnchorLink } from '../shell/links.tsx'
import { pageOfRecord } from '../shell/record-pages.ts'
import type { Priority } from '../records/priorities.ts'
import { PriorityBadge } from '../records/priority.tsx'
import { labelOf } from '../shell/label-of.ts'
import { toText } from '../shell/to-text.ts'
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
    <SmallTable
      head={[w.record, ...(hasPriorities ? [w.priority] : []), w.summary, w.state]}
      body={records.map((record) => {
        const [id, priority] = [String(record.id), priorityOf(record)]
        const badge = priority && <PriorityBadge key="priority" priority={priority} size="sm" />
        return [
          <Link key="record" to={pageOfRecord(id)}>
            {id}
          </Link>,
          ...(hasPriorities ? [badge] : []),
          <Breaking key="title" text={titleOf(record)} />,
          stateOf(record),
        ]
      })}
    />
  )
}

const Groups = ({ groups }: { groups: NonNullable<CopilotResult['groups']> }) => {
  const isTimed = groups.some(({ minutes }) => minutes !== null)
  return (
    <SmallTable
      head={[w.group, w.count, ...(isTimed ? [w.time] : [])]}
      body={groups.map(({ label, count, minutes }) => [
        <Breaking key="group" text={label} />,
        count.toLocaleString('en'),
        ...(isTimed ? [minutes === null ? '' : reports.minutes(minutes)] : []),
      ])}
    />
  )
}

const SmallTable = (data: { head: ReactNode[]; body: ReactNode[][] }) => (
  <Table fz="sm" verticalSpacing={3} horizontalSpacing={4} data={data} />
)

const Breaking = ({ text }: { text: string }) => <span className="anywhere">{text}</span>
