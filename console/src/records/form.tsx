import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { KeptForLater } from '../offline/keep-or-send.ts'
import { Failure } from '../shell/failure.tsx'
import { words } from '../words.ts'
import { SideBySide } from './side-by-side.tsx'
import { FieldInput, type Draft, type Field } from './field-input.tsx'
import { fieldError } from './problems.ts'

interface Props {
  fields: readonly Field[]
  initial?: Draft
  label: string
  submit: (given: Draft) => Promise<unknown>
  cancel?: () => void
  /** Additional inputs, from the values so far. */
  children?: (draft: Draft, set: (change: Draft) => void) => ReactNode
  /** Content next to the fields. */
  aside?: (draft: Draft) => ReactNode
}

const isGiven = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

/** A form for a new record; errors of the service are shown at the fields they name. */
export function Form({ fields, initial = {}, label, submit, cancel, children, aside }: Props) {
  const [draft, setDraft] = useState(initial)
  const set = (change: Draft) => setDraft((before) => ({ ...before, ...change }))
  const sending = useMutation({
    mutationFn: () => submit(Object.fromEntries(Object.entries(draft).filter(([, value]) => isGiven(value)))),
    onError: (error) => error instanceof KeptForLater && setDraft(initial),
  })
  const input = (field: Field) => (
    <FieldInput
      key={field.name}
      field={field}
      value={draft[field.name]}
      error={fieldError(sending.error, field.name)}
      change={(value) => set({ [field.name]: value })}
    />
  )
  const isShort = ({ kind }: Field) => kind !== undefined && kind !== 'long' && kind !== 'tags'
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sending.mutate()
      }}
    >
      <SideBySide aside={aside?.(draft)}>
        <Stack maw={820}>
          {fields.filter((field) => !isShort(field)).map(input)}
          {children?.(draft, set)}
          <SimpleGrid cols={{ base: 1, xs: 2 }}>{fields.filter(isShort).map(input)}</SimpleGrid>
          {sending.error && <Failure error={sending.error} />}
          <Group>
            <Button type="submit" loading={sending.isPending}>
              {label}
            </Button>
            {cancel && (
              <Button variant="default" onClick={cancel}>
                {words.cancel}
              </Button>
            )}
          </Group>
        </Stack>
      </SideBySide>
    </form>
  )
}
