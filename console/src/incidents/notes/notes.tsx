import { Badge, Group, Paper, Text } from '@mantine/core'
import type { Page } from '../../api/client.ts'
import { usePart } from '../../api/records.ts'
import { useMe } from '../../session/me.ts'
import { Failure } from '../../shell/failure.tsx'
import { Loading } from '../../shell/loading.tsx'
import { Markdown } from '../../shell/markdown.tsx'
import { Section } from '../../shell/section.tsx'
import { When } from '../../shell/time.tsx'
import { words } from '../../words.ts'
import type { Note } from '../model.ts'
import { Attachments } from './attachments.tsx'
import type { Draft } from './draft.ts'
import { NoteForm } from './note-form.tsx'

const { incidents: w, records } = words

/** What people wrote about it, oldest first, and the place to write more. */
export function Notes({ id, draft }: { id: string; draft: Draft }) {
  const { data, error, refetch } = usePart<Page<Note>>('/incidents', id, 'notes?limit=200')
  const { may } = useMe()
  return (
    <Section title={w.notes}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.data.length === 0 && <Text size="sm">{w.noNotes}</Text>}
      {data?.data.map((note) => (
        <Paper key={note.id} withBorder p="sm" component="article">
          <Group justify="space-between" gap="xs" mb={4}>
            <Text size="sm" fw={600} className="anywhere">
              {note.author}
            </Text>
            <Group gap={6}>
              <Badge size="sm" variant="light" color="gray">
                {records.visibilities[note.visibility]}
              </Badge>
              <Text size="xs" c="dimmed">
                <When at={note.created_at} />
              </Text>
            </Group>
          </Group>
          <Markdown text={note.body} />
          <Attachments of={note.attachments} />
        </Paper>
      ))}
      {data && data.total > data.data.length && <Text size="sm">{w.moreNotes(data.total)}</Text>}
      {may('agents') && <NoteForm id={id} draft={draft} />}
    </Section>
  )
}
