import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Answer } from '../api/client.ts'
import { Failure } from '../shell/failure.tsx'
import { tell } from '../shell/tell.ts'
import { words } from '../words.ts'
import { Beside } from './beside.tsx'
import { FieldInput, type Draft, type Field } from './field-input.tsx'
import { problemOf } from './problems.ts'
import { shown } from './shown.ts'

const { records: w } = words

interface Versioned {
  version: number
}

interface Props<Item> {
  fields: readonly Field[]
  answer: Answer<Item>
  save: (patch: Draft, etag: string | undefined) => Promise<unknown>
  /** Where the fields are there only while they are edited: what closes them. */
  leave?: () => void
  /** What stands beside the fields, given what they hold now. */
  aside?: (values: Draft) => ReactNode
}

const valueOf = (record: object, name: string) => (record as Record<string, unknown>)[name]

/** Everything that can be changed, in place; only what was changed is sent, and nothing is written over unseen. */
export function Fields<Item extends Versioned>(props: Props<Item>) {
  const { fields, answer, save, leave: close, aside } = props
  const record = answer.body
  const [draft, setDraft] = useState<Draft>({})
  /** What stood there when the editing began. */
  const [base, setBase] = useState(answer)
  const [failure, setFailure] = useState<Error>()
  const isEditing = Object.keys(draft).length > 0
  const isBehind = isEditing && base.body.version !== record.version
  const edit = (name: string, value: unknown) => {
    if (!isEditing) setBase(answer)
    setDraft((before) => ({ ...before, [name]: value }))
  }
  const leave = () => {
    setDraft({})
    setFailure(undefined)
    close?.()
  }
  const submit = async (etag: string | undefined) => {
    try {
      await save(draft, etag)
      leave()
      tell(words.saved)
    } catch (error) {
      setFailure(error as Error)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(base.etag)
      }}
    >
      <Beside aside={aside?.({ ...record, ...draft })}>
        <Stack gap="xs">
          {fields.map((field) => (
            <FieldInput
              key={field.name}
              field={field}
              value={field.name in draft ? draft[field.name] : valueOf(record, field.name)}
              error={problemOf(failure, field.name)}
              change={(value) => edit(field.name, value)}
            />
          ))}
          {isBehind && (
            <Conflict
              fields={fields}
              draft={draft}
              theirs={record}
              overwrite={() => void submit(answer.etag)}
            />
          )}
          {failure && !isBehind && <Failure error={failure} />}
          {(isEditing || close) && (
            <Group>
              {!isBehind && (
                <Button type="submit" size="sm" disabled={!isEditing}>
                  {words.save}
                </Button>
              )}
              <Button size="sm" variant="default" onClick={leave}>
                {words.cancel}
              </Button>
            </Group>
          )}
        </Stack>
      </Beside>
    </form>
  )
}

interface Clash {
  fields: readonly Field[]
  draft: Draft
  theirs: object
  overwrite: () => void
}

/** Both versions side by side; whoever has seen them may write over the other. */
function Conflict({ fields, draft, theirs, overwrite }: Clash) {
  return (
    <Alert color="orange" title={w.conflict} role="alert">
      <Text size="sm">{w.conflictDetail}</Text>
      {fields
        .filter(({ name }) => name in draft)
        .map(({ name, label }) => (
          <Text key={name} size="sm">
            {label}: {w.theirs} <q>{shown(valueOf(theirs, name))}</q>, {w.yours} <q>{shown(draft[name])}</q>
          </Text>
        ))}
      <Button mt="sm" size="xs" variant="default" onClick={overwrite}>
        {w.overwrite}
      </Button>
    </Alert>
  )
}
