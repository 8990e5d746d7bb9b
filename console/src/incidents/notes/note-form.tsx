import { Button, Group, Paper, SegmentedControl, Select, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { at } from '../../api/paths.ts'
import { create, useRefresh } from '../../api/records.ts'
import { choicesFrom } from '../../records/field-input.tsx'
import { Failure } from '../../shell/failure.tsx'
import { Markdown } from '../../shell/markdown.tsx'
import { words } from '../../words.ts'
import type { Draft } from './draft.ts'
import { Files, uploadAll } from './files.tsx'

const { incidents: w, records } = words

export function NoteForm({ id, draft }: { id: string; draft: Draft }) {
  const { body, setBody, field } = draft
  const refresh = useRefresh('/incidents')
  const [mode, setMode] = useState('write')
  const [visibility, setVisibility] = useState('team')
  const [files, setFiles] = useState<File[]>([])
  const add = useMutation({
    mutationFn: async () =>
      create(at('/incidents/{id}/notes', { id }), { body, visibility, attachments: await uploadAll(files) }),
    onSuccess: () => {
      setBody('')
      setFiles([])
      setMode('write')
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
        <SegmentedControl
          size="xs"
          value={mode}
          onChange={setMode}
          data={choicesFrom(w.noteModes)}
          aria-label={w.noteMode}
          className="start"
        />
        {mode === 'write' ? (
          <Textarea
            ref={field}
            label={w.note}
            description={records.markdown}
            autosize
            minRows={3}
            maxRows={20}
            value={body}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
        ) : (
          <Paper withBorder p="sm" role="region" aria-label={w.noteModes.preview}>
            {body.trim() ? <Markdown text={body} /> : <Text size="sm">{w.nothingToPreview}</Text>}
          </Paper>
        )}
        <Files files={files} change={setFiles} />
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
