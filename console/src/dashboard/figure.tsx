import { Button, Loader, ScrollArea, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense, type ReactNode } from 'react'
import { Section } from '../shell/section.tsx'
import { words } from '../words.ts'

const { dashboard: w } = words

interface Props {
  title: string
  /** The content of the chart in one sentence. */
  summary: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
  height: number
  /** Additional content under the chart. */
  below?: ReactNode
  children: ReactNode
}

/** A chart with a summary in one sentence, and its numbers as a table. */
export function Figure({ title, summary, head, rows, height, below, children }: Props) {
  const [isTable, table] = useDisclosure()
  return (
    <Section
      title={title}
      actions={
        <Button size="compact-xs" variant="default" aria-pressed={isTable} onClick={table.toggle}>
          {w.showTable}
          <span className="unseen"> {title}</span>
        </Button>
      }
    >
      <Text size="sm">{summary}</Text>
      {isTable ? (
        <Numbers title={title} head={head} rows={rows} />
      ) : (
        <div style={{ height }} aria-hidden>
          <Suspense fallback={<Loader size="sm" />}>{children}</Suspense>
        </div>
      )}
      {below}
    </Section>
  )
}

const Numbers = ({ title, head, rows }: Pick<Props, 'title' | 'head' | 'rows'>) => (
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
              <Table.Td key={head[index + 1]}>{value}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea.Autosize>
)
