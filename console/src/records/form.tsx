import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { QueuedOfflineError } from '../offline/send-or-queue.ts'
import { Failure } from '../shell/failure.tsx'
import { useMe } from '../session/me.ts'
import { useUnsavedInput } from '../session/unsaved-input.ts'
import { Loading } from '../shell/loading.tsx'
import { submitOnCtrlEnter } from '../shell/submit-on-ctrl-enter.ts'
import { withoutReload } from '../shell/without-reload.ts'
import { records } from '../words/records.ts'
import { shell } from '../words/shell.ts'
import { dropDraft, useDraft } from './drafts.ts'
import { SideBySide } from './side-by-side.tsx'
import { FieldInput, type Draft, type Field } from './field-input.tsx'
import { isMissing, isSame } from './editing/field-state.ts'
import { fieldError, isShownAtFields } from './problems.ts'

interface Props {
  fields: readonly Field[]
  initial?: Draft
  /** What the link to the form fills in, also over a draft. */
  linked?: Draft
  label: string
  submit: (given: Draft) => Promise<unknown>
  /** Names the draft, if what is typed shall survive leaving the page. Not for secrets. */
  draft?: string
  cancel?: () => void
  /** Additional inputs, from the values so far. */
  children?: (draft: Draft, set: (change: Draft) => void) => ReactNode
  /** Content next to the fields. */
  aside?: (draft: Draft, set: (change: Draft) => void) => ReactNode
}

const isGiven = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

const given = (draft: Draft) =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => isGiven(value)))

const invalidInput = '[aria-invalid="true"], [data-error] input'

/** A form for a new record; errors of the service are shown at the fields they name. */
export function Form(props: Props) {
  const { me } = useMe()
  // Drafts belong to a user, who is known only after the first response.
  return props.draft && !me ? <Loading /> : <OpenForm {...props} />
}

function OpenForm(props: Props) {
  const { fields, initial = {}, linked, label, submit, cancel, draft: address, children, aside } = props
  const withLinked = (draft: Draft) => ({ ...draft, ...linked })
  const { value: draft, set: update, clear } = useDraft(address, withLinked(initial), withLinked)
  const set = (change: Draft) => update((before) => ({ ...before, ...change }))
  /** The values that need not be asked about. */
  const [saved, setSaved] = useState(draft)
  /** From the first attempt to send on, required fields are asked for. */
  const [attempts, setAttempts] = useState(0)
  const isMissed = (field: Field) => attempts > 0 && isMissing(field, draft[field.name])
  const sending = useMutation({
    mutationFn: async () => {
      await submit(given(draft))
      if (address) dropDraft(address)
    },
    onSuccess: () => {
      setAttempts(0)
      setSaved(draft)
    },
    onError: (error) => {
      if (!(error instanceof QueuedOfflineError)) return
      clear()
      setAttempts(0)
    },
  })
  const release = useUnsavedInput(!address && !sending.isPending && !isSame(given(draft), given(saved)))
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>(invalidInput)?.focus()
  }, [attempts, sending.error])
  useEffect(() => {
    // The page of a new record is for typing; on a phone the keyboard would cover half of it.
    if (address && matchMedia('(pointer: fine)').matches) form.current?.querySelector('input')?.focus()
  }, [address])
  const send = () => {
    setAttempts((n) => n + 1)
    if (!fields.some((field) => isMissing(field, draft[field.name]))) sending.mutate()
  }
  const input = (field: Field) => (
    <FieldInput
      key={field.name}
      field={field}
      value={draft[field.name]}
      error={isMissed(field) ? records.required : fieldError(sending.error, field.name)}
      change={(value) => set({ [field.name]: value })}
    />
  )
  const isFlag = ({ kind }: Field) => kind === 'flag'
  const isShort = ({ kind }: Field) =>
    kind !== undefined && !['long', 'tags', 'choices', 'flag'].includes(kind)
  const flags = fields.filter(isFlag)
  return (
    <form ref={form} noValidate onSubmit={withoutReload(send)} onKeyDown={submitOnCtrlEnter}>
      <SideBySide aside={aside?.(draft, set)}>
        <Stack maw={820}>
          {fields.filter((field) => !isShort(field) && !isFlag(field)).map(input)}
          <SimpleGrid cols={{ base: 1, xs: 2 }}>{fields.filter(isShort).map(input)}</SimpleGrid>
          {/* Beside a field with a label, a checkbox would not line up with it. */}
          {flags.length > 0 && <Stack gap="xs">{flags.map(input)}</Stack>}
          {children?.(draft, set)}
          {sending.error && !isShownAtFields(sending.error, fields) && <Failure error={sending.error} />}
          <Group>
            <Button type="submit" loading={sending.isPending}>
              {label}
            </Button>
            {cancel && (
              <Button
                variant="default"
                onClick={() => {
                  release()
                  clear()
                  cancel()
                }}
              >
                {shell.cancel}
              </Button>
            )}
          </Group>
        </Stack>
      </SideBySide>
    </form>
  )
}
