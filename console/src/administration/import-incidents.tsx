import { Alert, Button, FileButton, Group, List, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { bodyOf, request } from '../api/client.ts'
import type { ImportReport } from '../api/schema.d.ts'
import { Dimmed } from '../shell/dimmed.ts'
import { Failure } from '../shell/failure.tsx'
import { AnchorLink } from '../shell/links.tsx'
import { Section } from '../shell/section.tsx'
import { settings } from '../words/settings.ts'
import { problemOf, typeOf } from './import-file.ts'

const { imports: w } = settings

const send = (file: File) =>
  bodyOf(
    request<ImportReport>('post', '/incidents/import', {
      headers: { 'content-type': typeOf(file.name) },
      body: file,
      bodySerializer: (file: unknown) => file,
    }),
  )

/** Imports a file of incidents, and says what became of its records. */
export function ImportIncidents() {
  const queries = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const reset = useRef<() => void>(null)
  const importing = useMutation({
    mutationFn: send,
    onSuccess: () => {
      setFile(null)
      return queries.invalidateQueries({ queryKey: ['/incidents'] })
    },
  })
  const choose = (chosen: File | null) => {
    importing.reset()
    setFile(chosen)
    reset.current?.() // otherwise a corrected file of the same name could not be chosen again
  }
  const problem = file && problemOf(file)
  return (
    <Section title={w.title}>
      <Text size="sm">{w.hint}</Text>
      <Dimmed className="anywhere">{w.columns}</Dimmed>
      <Group gap="xs">
        <FileButton resetRef={reset} accept=".csv,.jsonl,.ndjson" onChange={choose}>
          {(props) => (
            <Button {...props} size="xs" variant="default" disabled={importing.isPending}>
              {w.choose}
            </Button>
          )}
        </FileButton>
        {file && !problem && (
          <Button size="xs" loading={importing.isPending} onClick={() => importing.mutate(file)}>
            {w.start(file.name)}
          </Button>
        )}
      </Group>
      {problem && <Alert color="red" role="alert" title={problem} />}
      {importing.error && <Failure error={importing.error} />}
      {importing.data && <Result report={importing.data} />}
    </Section>
  )
}

const Result = ({ report }: { report: ImportReport }) => (
  <Alert role="status" color={report.failed > 0 ? 'yellow' : 'teal'} title={w.done(report.imported)}>
    {report.skipped > 0 && <Text size="sm">{w.skipped(report.skipped)}</Text>}
    {report.failed > 0 && <Text size="sm">{w.failed(report.failed)}</Text>}
    <Lines lines={report.errors} />
    {report.incomplete > 0 && <Text size="sm">{w.incomplete(report.incomplete)}</Text>}
    <Lines lines={report.warnings} />
    {report.imported > 0 && (
      <AnchorLink to="/incidents" search={{ show: 'all' }} size="sm">
        {w.show}
      </AnchorLink>
    )}
  </Alert>
)

const Lines = ({ lines }: { lines: ImportReport['errors'] }) =>
  lines.length > 0 && (
    <List size="sm">
      {lines.map(({ record, message }) => (
        <List.Item key={record}>{w.line(record, message)}</List.Item>
      ))}
    </List>
  )
