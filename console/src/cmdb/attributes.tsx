import { Button, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '../api/client.ts'
import type { Ci } from '../api/schema.d.ts'
import { readDraft, useDraft } from '../records/drafts.ts'
import type { Draft } from '../records/field-input.tsx'
import { Values } from '../records/values.tsx'
import { Failure } from '../shell/failure.tsx'
import { Section } from '../shell/section.tsx'
import { notify } from '../shell/notify.ts'
import { cmdb as w } from '../words/cmdb.ts'
import { records } from '../words/records.ts'
import { shell } from '../words/shell.ts'
import { fromRows, toRows, type Row } from './attribute-rows.ts'

interface Props {
  answer: Answer<Ci>
  save: ((patch: Draft, etag: string | undefined) => Promise<unknown>) | undefined
}

const draftOf = (id: string) => `/cmdb/cis/${id} attributes`

/** Attributes that an organisation defines for its items. */
export function Attributes({ answer, save }: Props) {
  const { id, attributes } = answer.body
  const [isEditing, setEditing] = useState(() => readDraft(draftOf(id)) !== undefined)
  const names = Object.keys(attributes)
  return (
    <Section
      title={w.attributes}
      actions={
        save &&
        !isEditing && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={records.editOne(w.attributes)}
            onClick={() => setEditing(true)}
          >
            {records.edit}
          </Button>
        )
      }
    >
      {isEditing && save ? (
        <Editor answer={answer} save={save} leave={() => setEditing(false)} />
      ) : names.length === 0 ? (
        <Text size="sm">{w.noAttributes}</Text>
      ) : (
        <Values fields={names.map((name) => ({ name, label: name }))} record={attributes} />
      )}
    </Section>
  )
}

interface EditorProps {
  answer: Answer<Ci>
  save: NonNullable<Props['save']>
  leave: () => void
}

function Editor({ answer, save, leave }: EditorProps) {
  const [base] = useState(answer)
  const { value: rows, set: update, clear } = useDraft(draftOf(base.body.id), toRows(base.body.attributes))
  const setRows = (next: Row[]) => update(() => next)
  const [failure, setFailure] = useState<Error>()
  const set = (position: number, part: Partial<Row>) =>
    setRows(rows.map((row, index) => (index === position ? { ...row, ...part } : row)))
  const end = () => {
    clear()
    leave()
  }
  const submit = async () => {
    try {
      await save({ attributes: fromRows(rows, base.body.attributes) }, base.etag)
      end()
      notify(shell.saved)
    } catch (error) {
      setFailure(error as Error)
    }
  }
  return (
    <Stack gap="xs">
      {rows.map(({ name, value }, i) => (
        <Group key={i} gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={w.attributeNo(i + 1)}
            placeholder={w.attribute}
            value={name}
            onChange={(event) => set(i, { name: event.currentTarget.value })}
          />
          <TextInput
            flex={2}
            aria-label={w.valueNo(i + 1)}
            placeholder={w.value}
            value={value}
            onChange={(event) => set(i, { value: event.currentTarget.value })}
          />
          <CloseButton
            aria-label={w.removeAttribute(name || String(i + 1))}
            onClick={() => setRows(rows.filter((_, index) => index !== i))}
          />
        </Group>
      ))}
      {failure && <Failure error={failure} />}
      <Group>
        <Button size="xs" variant="default" onClick={() => setRows([...rows, { name: '', value: '' }])}>
          {w.addAttribute}
        </Button>
        <Button size="xs" onClick={() => void submit()}>
          {shell.save}
        </Button>
        <Button size="xs" variant="default" onClick={end}>
          {shell.cancel}
        </Button>
      </Group>
    </Stack>
  )
}
