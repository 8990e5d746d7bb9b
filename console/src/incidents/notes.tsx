import { Button, Group, Paper, Select, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page } from '../api/client.ts'
import { create, usePart, useRefresh } from '../api/records.ts'
import { choicesFrom } from '../records/field-input.tsx'
import { Failure } from '../shell/failure.tsx'
import { Markdown } from '../shell/markdown.tsx'
import { Section } from '../shell/section.tsx'
import { When } from '../shell/time.tsx'
import { words } from '../words.ts'
import type { Note } from './model.ts'

const { incidents: w, records } = words

export function Notes({ id }: { id: string }) {
  const { data, error } = usePart<Page<Note>>('/incidents', id, 'notes?limit=200')
  return (
    <Section title={w.notes}>
      {error && <Failure error={error} />}
      {data?.data.map((note) => (
        <Paper key={note.id} withBorder p="sm">
          <Group justify="space-between">
            <Text size="sm" fw={600}>
              {note.author}
            </Text>
            <Text size="xs">
              <When at={note.created_at} />, {records.visibilities[note.visibility]}
            </Text>
          </Group>
          <Markdown text={note.body} />
        </Paper>
      ))}
      <AddNote id={id} />
    </Section>
  )
}

function AddNote({ id }: { id: string }) {
  const refresh = useRefresh('/incidents')
  const [body, setBody] = useState('')
  const [visibility, setVisibility] = useState('team')
  const add = useMutation({
    mutationFn: () => create(`/incidents/${id}/notes`, { body, visibility }),
    onSuccess: () => {
      setBody('')
      return refresh(id)
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate()
      }}
    >
      <Stack gap="xs">
        <Textarea
          label={w.note}
          autosize
          minRows={2}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
        {add.error && <Failure error={add.error} />}
        <Group align="end">
          <Select
            label={w.visibility}
            data={choicesFrom(records.visibilities)}
            value={visibility}
            onChange={(value) => setVisibility(value ?? 'team')}
            allowDeselect={false}
          />
          <Button type="submit" disabled={body.trim() === ''} loading={add.isPending}>
            {w.addNote}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
