import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Failure } from '../shell/failure.tsx'
import { words } from '../words.ts'
import { Beside } from './beside.tsx'
import { FieldInput, type Draft, type Field } from './field-input.tsx'
import { problemOf } from './problems.ts'

interface Props {
  fields: readonly Field[]
  initial?: Draft
  label: string
  submit: (given: Draft) => Promise<unknown>
  cancel?: () => void
  /** What else stands in the form, given what has been written so far. */
  children?: (draft: Draft, set: (change: Draft) => void) => ReactNode
  /** What stands beside it. */
  aside?: (draft: Draft) => ReactNode
}

const isGiven = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

/** A form for something new; the service's own words stand at the field that it complains about. */
export function Form({ fields, initial = {}, label, submit, cancel, children, aside }: Props) {
  const [draft, setDraft] = useState(initial)
  const set = (change: Draft) => setDraft((before) => ({ ...before, ...change }))
  const sending = useMutation({
    mutationFn: () => submit(Object.fromEntries(Object.entries(draft).filter(([, value]) => isGiven(value)))),
  })
  const input = (field: Field) => (
    <FieldInput
      key={field.name}
      field={field}
      value={draft[field.name]}
      error={problemOf(sending.error, field.name)}
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
      <Beside aside={aside?.(draft)}>
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
      </Beside>
    </form>
  )
}
