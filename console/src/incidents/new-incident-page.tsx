import { Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { at } from '../api/paths.ts'
import { create, useRefresh } from '../api/records.ts'
import { QueuedOfflineError } from '../offline/send-or-queue.ts'
import { AttachButton, ChosenFiles, uploadAll } from '../records/activity/files.tsx'
import type { Draft } from '../records/field-input.tsx'
import { Form } from '../records/form.tsx'
import { allowed } from '../shell/allowed.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { problemText } from '../shell/problem-text.ts'
import { notifyFailure } from '../shell/notify.ts'
import { incidents as w } from '../words/incidents.ts'
import { shell } from '../words/shell.ts'
import { suggested } from './ai/model.ts'
import { Suggestions } from './ai/suggestions.tsx'
import { description, summary, useFields } from './fields.ts'
import { PossibleDuplicates } from './possible-duplicates.tsx'

const route = getRouteApi('/incidents/new')

const text = (value: unknown) => (typeof value === 'string' ? value : '')

export const NewIncidentPage = allowed('agents', NewIncident)

/** A form with suggested values and possible duplicates. */
function NewIncident() {
  const navigate = useNavigate()
  const refresh = useRefresh('/incidents')
  const linked = route.useSearch()
  const fields = [summary, description, ...useFields()]
  const [files, setFiles] = useState<File[]>([])
  const isWide = useMediaQuery('(min-width: 1200px)', undefined, { getInitialValueInEffect: false })
  const submit = async (given: Draft) => {
    // Files are uploaded first, so that a refused file does not leave an incident without it.
    const attachments = await uploadAll(files)
    const { id } = await create('/incidents', given).catch((error: unknown) => {
      if (error instanceof QueuedOfflineError && files.length > 0) {
        setFiles([]) // they must not end up at the next incident
        notifyFailure(w.filesNotKept)
      }
      throw error
    })
    if (attachments.length > 0)
      await create(at('/incidents/{id}/notes', { id }), { body: w.attachedAtStart, attachments })
        // The incident exists already: a retry would create another one.
        .catch((error: Error) => notifyFailure(w.attachFailed(problemText(error))))
    void refresh()
    await navigate({ to: '/incidents/$id', params: { id } })
  }
  return (
    <Stack>
      <PageHead title={w.create} />
      <Form
        key={linked.priority}
        fields={fields}
        initial={{ priority: 'P3' }}
        linked={linked}
        label={shell.create}
        submit={submit}
        draft="/incidents/new"
        cancel={() => void navigate({ to: '/incidents' })}
        {...(isWide && { aside: (draft, set) => <Hints draft={draft} set={set} /> })}
      >
        {(draft, set) => (
          <>
            <div>
              <AttachButton files={files} change={setFiles} />
              <ChosenFiles files={files} change={setFiles} />
            </div>
            {!isWide && <Hints draft={draft} set={set} />}
          </>
        )}
      </Form>
    </Stack>
  )
}

/** From what is typed so far: beside the form, where they move nothing, or above its buttons. */
const Hints = ({ draft, set }: { draft: Draft; set: (change: Draft) => void }) => (
  <Stack gap="sm">
    <Suggestions
      text={`${text(draft.short_description)}\n${text(draft.description)}`}
      fields={suggested}
      current={draft}
      apply={set}
    />
    <PossibleDuplicates text={text(draft.short_description)} />
  </Stack>
)
