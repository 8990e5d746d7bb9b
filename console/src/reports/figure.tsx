import { Button, Group, Loader, ScrollArea, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense, type ReactNode } from 'react'
import { AnchorLink } from '../shell/links.tsx'
import { saveAs } from '../shell/save-as.ts'
import { Section } from '../shell/section.tsx'
import { reports as w } from '../words/reports.ts'
import { shell } from '../words/shell.ts'
import { toCsv } from './csv.ts'
import type { listOf } from './model.ts'

interface Props {
  title: string
  /** Part of the name of the file. */
  group?: string | undefined
  /** The content of the chart in one sentence. */
  summary: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** The same for a spreadsheet, where texts such as durations cannot be calculated with. */
  file?: { head: readonly string[]; rows: readonly (readonly string[])[] }
  /** The list behind each number of a row, by the first value of the row. */
  linksOf?: (first: string) => readonly ReturnType<typeof listOf>[]
  height: number
  /** Additional content under the chart. */
  below?: ReactNode
  children: ReactNode
}

/** A chart with a summary in one sentence, and its numbers as a table and as a file. */
export function Figure({
  title,
  group,
  summary,
  head,
  rows,
  file = { head, rows },
  linksOf,
  height,
  below,
  children,
}: Props) {
  const [isTable, table] = useDisclosure()
  const save = () =>
    saveAs(
      new Blob(['\ufeff', toCsv(file.head, file.rows)], { type: 'text/csv' }),
      `${w.fileName([title, group].join(' '), rows)}.csv`,
    )
  return (
    <Section
      title={title}
      actions={
        <Group gap="xs">
          <Button size="compact-xs" variant="default" aria-pressed={isTable} onClick={table.toggle}>
            {w.showTable}
            <span className="unseen"> {title}</span>
          </Button>
          <Button size="compact-xs" variant="default" onClick={save}>
            {w.csv}
            <span className="unseen"> {title}</span>
          </Button>
        </Group>
      }
    >
      <Text size="sm">{summary}</Text>
      {isTable ? (
        <Numbers title={title} head={head} rows={rows} {...(linksOf && { linksOf })} />
      ) : (
        <div style={{ height }} aria-hidden>
          <Suspense fallback={<Loader size="sm" />}>{children}</Suspense>
        </div>
      )}
      {below}
    </Section>
  )
}

const Numbers = ({ title, head, rows, linksOf }: Pick<Props, 'title' | 'head' | 'rows' | 'linksOf'>) => (
  <ScrollArea.Autosize mah="20rem" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': title }}>
    <Table fz="sm" verticalSpacing={4} stickyHeader>
      <Table.Thead>
        <Table.Tr>
          {head.map((label) => (
            <Table.Th key={label}>{label}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([first, ...rest]) => (
          <Table.Tr key={first}>
            <Table.Th scope="row" fw={400}>
              {first}
            </Table.Th>
            {rest.map((value, index) => (
              <Table.Td key={head[index + 1]}>
                <Number value={value} link={linksOf?.(first!)[index]} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea.Autosize>
)

/** Nothing is behind a zero. */
function Number({ value, link }: { value: string; link: ReturnType<typeof listOf> | undefined }) {
  if (!link || value === '' || value === '0') return value || shell.none
  return (
    <AnchorLink {...link} fz="inherit">
      {value}
    </AnchorLink>
  )
}
