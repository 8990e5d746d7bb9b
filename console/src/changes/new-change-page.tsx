import { Fieldset, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { create, useRefresh } from '../api/records.ts'
import type { Draft } from '../records/field-input.tsx'
import { Form } from '../records/form.tsx'
import { Links } from '../records/links.tsx'
import { allowed } from '../shell/allowed.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { changes as w } from '../words/changes.ts'
import { shell } from '../words/shell.ts'
import { forNew, linkFields } from './editable.ts'
import { path } from './model.ts'

const defaults = { type: 'normal', risk: 'medium', priority: 'P3' }

export const NewChangePage = allowed('agents', NewChange)

function NewChange() {
  const [navigate, refresh] = [useNavigate(), useRefresh(path)]
  const submit = async ({ is_draft, ...given }: Draft) => {
    const { id } = await create(path, { ...given, state: is_draft ? 'draft' : 'submitted' })
    await navigate({ to: '/changes/$id', params: { id } })
    await refresh()
  }
  return (
    <Stack>
      <PageHead title={w.create} detail={w.draftHint} />
      <Form
        fields={forNew}
        initial={defaults}
        label={shell.create}
        submit={submit}
        draft="/changes/new"
        cancel={() => void navigate({ to: '/changes' })}
      >
        {(draft, set) => (
          <>
            <LinksOf draft={draft} set={set} name="ci_ids" />
            <LinksOf draft={draft} set={set} name="incident_ids" />
          </>
        )}
      </Form>
    </Stack>
  )
}

interface Part {
  draft: Draft
  set: (change: Draft) => void
  name: keyof typeof linkFields
}

function LinksOf({ draft, set, name }: Part) {
  const { title, ...links } = linkFields[name]
  const ids = (draft[name] ?? []) as string[]
  return (
    <Fieldset legend={title}>
      <Links {...links} ids={ids} change={(edit) => set({ [name]: edit(ids) })} />
    </Fieldset>
  )
}
