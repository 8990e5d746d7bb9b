import { Button, Group, Paper, Select, Stack, Text, Textarea, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../api/client.ts'
import { Failure } from '../shell/failure.tsx'
import { Markdown } from '../shell/markdown.tsx'
import { words } from '../words.ts'
import { when, type Note, type Page } from './model.ts'

const { incidents: w } = words

export function Notes({ id }: { id: string }) {
  const key = ['incident', id, 'notes']
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => read<Page<Note>>(`/incidents/${id}/notes?limit=200`, signal),
  })
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {w.notes}
      </Title>
      {error && <Failure error={error} />}
      {data?.data.map((note) => (
        <Paper key={note.id} withBorder p="sm">
          <Group justify="space-between">
            <Text size="sm" fw={600}>
              {note.author}
            </Text>
            <Text size="xs">
              {when(note.created_at)}, {note.visibility}
            </Text>
          </Group>
          <Markdown text={note.body} />
        </Paper>
      ))}
      <AddNote id={id} />
    </Stack>
  )
}

function AddNote({ id }: { id: string }) {
  const queries = useQueryClient()
  const [body, setBody] = useState('')
  const [visibility, setVisibility] = useState('team')
  const add = useMutation({
    mutationFn: () => call('POST', `/incidents/${id}/notes`, { body: { body, visibility } }),
    onSuccess: () => {
      setBody('')
      return queries.invalidateQueries({ queryKey: ['incident', id] })
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
            data={['team', 'internal', 'public', 'private']}
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
