import { Badge, Button, Group, Paper, Text } from '@mantine/core'
import { useMe } from '../../session/me.ts'
import { Failure } from '../../shell/failure.tsx'
import { Loading } from '../../shell/loading.tsx'
import { Markdown } from '../../shell/markdown.tsx'
import { Section } from '../../shell/section.tsx'
import { When } from '../../shell/time.tsx'
import { words } from '../../words.ts'
import { Attachments } from './attachments.tsx'
import type { Draft } from './draft.ts'
import { NoteForm } from './note-form.tsx'
import { useNotes } from './use-notes.ts'

const { incidents: w, records } = words

/** Notes, oldest first, and the form for a new one. */
export function Notes({ id, draft }: { id: string; draft: Draft }) {
  const { notes, earlier, more, error, refetch } = useNotes(id)
  const { may } = useMe()
  return (
    <Section title={w.notes}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!notes && !error && <Loading />}
      {notes?.length === 0 && <Text size="sm">{w.noNotes}</Text>}
      {earlier > 0 && (
        <Button size="xs" variant="default" className="start" onClick={() => void more()}>
          {w.earlierNotes(earlier)}
        </Button>
      )}
      {notes?.map((note) => (
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
      {may('agents') && <NoteForm id={id} draft={draft} />}
    </Section>
  )
}
