import { Button, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { at } from '../../api/paths.ts'
import { create, useRefresh } from '../../api/records.ts'
import { Caption } from '../../shell/dimmed.ts'
import { Failure } from '../../shell/failure.tsx'
import { withoutReload } from '../../shell/without-reload.ts'
import { records } from '../../words/records.ts'
import { choicesFrom } from '../choices-from.ts'
import { useKeptFocus } from '../use-kept-focus.ts'
import { AttachButton, ChosenFiles, filesHandlers, uploadAll } from './files.tsx'
import type { NoteDraft, NoteVisibility } from './note-draft.ts'
import { NoteField } from './note-field.tsx'
import { NoteText } from './note-text.tsx'
import type { NotedPath } from '../../api/paths.ts'

const { activity: w } = records

interface Props {
  path: NotedPath
  id: string
  draft: NoteDraft
}

/** The form for a new note, at the bottom of the window. */
export function Composer({ path, id, draft }: Props) {
  const { body, visibility, setVisibility, clearSent } = draft
  const refresh = useRefresh(path)
  const [isPreview, setPreview] = useState(false)
  const [files, setFiles] = useState<File[]>([])
  /** Only work notes of incidents have attachments. */
  const hasFiles = path === '/incidents'
  const add = useMutation({
    mutationFn: async ({ body, files }: { body: string; files: File[] }) =>
      create(at(`${path}/{id}/notes`, { id }), {
        body,
        visibility,
        ...(hasFiles && { attachments: await uploadAll(files) }),
      }),
    onSuccess: (_, sent) => {
      clearSent(sent.body)
      setFiles((now) => now.filter((file) => !sent.files.includes(file)))
      setPreview(false)
      return refresh(id)
    },
  })
  const keptFocus = useKeptFocus<HTMLFormElement>()
  const send = () => {
    if (body.trim() !== '' && !add.isPending) add.mutate({ body, files })
  }
  return (
    // The button is disabled once the note is sent: the focus stays at the form.
    <form
      className="composer"
      onSubmit={withoutReload(send)}
      {...(hasFiles && filesHandlers({ files, change: setFiles }))}
      {...keptFocus}
    >
      {isPreview ? (
        <div className="preview" role="region" aria-label={w.preview} tabIndex={0}>
          {body.trim() ? <NoteText text={body} /> : w.nothingToPreview}
        </div>
      ) : (
        <NoteField draft={draft} send={send} />
      )}
      <ChosenFiles files={files} change={setFiles} />
      {add.error && <Failure error={add.error} />}
      <div className="tools">
        {hasFiles && <AttachButton files={files} change={setFiles} />}
        <Select
          size="xs"
          w={110}
          aria-label={w.visibility}
          data={choicesFrom(records.visibilities)}
          value={visibility}
          onChange={(value) => setVisibility((value ?? 'team') as NoteVisibility)}
          allowDeselect={false}
        />
        <Button size="xs" variant="default" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
          {isPreview ? w.write : w.preview}
        </Button>
        {files.length > 0 && body.trim() === '' && <Caption>{w.textForFiles}</Caption>}
        <Button
          type="submit"
          size="xs"
          title={w.sendHint}
          disabled={body.trim() === ''}
          loading={add.isPending}
        >
          {w.send}
        </Button>
      </div>
    </form>
  )
}
