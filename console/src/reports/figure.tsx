import { Anchor, Button, Group, Loader, ScrollArea, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { saveAs } from '../shell/save-as.ts'
import { Section } from '../shell/section.tsx'
import { words } from '../words.ts'
import { toCsv } from './csv.ts'
import type { listOf } from './model.ts'

const { reports: w } = words

interface Props {
  title: string
  /** The content of the chart in one sentence. */
  summary: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** The list behind a row, by its first value. */
  linkOf?: (first: string) => ReturnType<typeof listOf>
  height: number
  /** Additional content under the chart. */
  below?: ReactNode
  children: ReactNode
}

/** A chart with a summary in one sentence, and its numbers as a table and as a file. */
export function Figure({ title, summary, head, rows, linkOf, height, below, children }: Props) {
  const [isTable, table] = useDisclosure()
  const save = () =>
    saveAs(new Blob([toCsv(head, rows)], { type: 'text/csv' }), `${w.fileName(title, rows)}.csv`)
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
        <Numbers title={title} head={head} rows={rows} {...(linkOf && { linkOf })} />
      ) : (
        <div style={{ height }} aria-hidden>
          <Suspense fallback={<Loader size="sm" />}>{children}</Suspense>
        </div>
      )}
      {below}
    </Section>
  )
}

const Numbers = ({ title, head, rows, linkOf }: Pick<Props, 'title' | 'head' | 'rows' | 'linkOf'>) => (
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
              {linkOf ? (
                <Anchor component={Link} {...linkOf(first!)} fz="inherit">
                  {first}
                </Anchor>
              ) : (
                first
              )}
            </Table.Th>
            {rest.map((value, index) => (
              <Table.Td key={head[index + 1]}>{value || words.none}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea.Autosize>
)
