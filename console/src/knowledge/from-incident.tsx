import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { at } from '../api/paths.ts'
import { ApiError } from '../api/client.ts'
import { create, useRecord, useRefresh } from '../api/records.ts'
import { FindRecord } from '../records/find-record.tsx'
import { Failure } from '../shell/failure.tsx'
import { ButtonLink } from '../shell/links.tsx'
import { withoutReload } from '../shell/without-reload.ts'
import { knowledge as w } from '../words/knowledge.ts'
import { shell } from '../words/shell.ts'
import { path } from './model.ts'

/** Creates a draft and opens it. */
function useDrafting() {
  const [navigate, refresh] = [useNavigate(), useRefresh(path)]
  return useMutation({
    mutationFn: (incident: string) =>
      create(at('/knowledge/articles/from-incident/{incident_id}', { incident_id: incident }), {}),
    onSuccess: async ({ id }) => {
      await refresh()
      await navigate({ to: '/knowledge/$id', params: { id } })
    },
  })
}

/** Drafts an article from the number of an incident. */
export function FromIncident() {
  const [isOpen, modal] = useDisclosure()
  const [incident, setIncident] = useState('')
  const drafting = useDrafting()
  return (
    <>
      <Button size="xs" variant="default" onClick={modal.open}>
        {w.fromIncident}
      </Button>
      <Modal opened={isOpen} onClose={modal.close} title={w.fromIncident}>
        <form onSubmit={withoutReload(() => drafting.mutate(incident.trim().toUpperCase()))}>
          <Stack>
            <Text size="sm">{w.fromIncidentDetail}</Text>
            <FindRecord
              kind="incident"
              label={w.incident}
              required
              hasFirstFocus
              typed={incident}
              type={setIncident}
              pick={setIncident}
            />
            {drafting.error && <DraftError error={drafting.error} />}
            <Group gap="xs">
              <Button type="submit" loading={drafting.isPending} disabled={incident.trim() === ''}>
                {w.createDraft}
              </Button>
              <Button variant="default" onClick={modal.close}>
                {shell.cancel}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  )
}

/** For the page of a resolved incident. */
export function DraftArticleButton({ incident }: { incident: string }) {
  const drafting = useDrafting()
  return (
    <Stack gap="xs" align="start">
      <Button
        size="xs"
        variant="default"
        loading={drafting.isPending}
        onClick={() => drafting.mutate(incident)}
      >
        {w.writeArticle}
      </Button>
      {drafting.error && <DraftError error={drafting.error} />}
    </Stack>
  )
}

/** If the incident has an article already, the error leads to it. */
function DraftError({ error }: { error: Error }) {
  const id = error instanceof ApiError && /\bKB\d+\b/.exec(error.message)?.[0]
  return (
    <Stack gap="xs" align="start">
      <Failure error={error} />
      {id && <Existing id={id} />}
    </Stack>
  )
}

/** A link to the article, if the user may read it. */
function Existing({ id }: { id: string }) {
  const { data, error } = useRecord(path, id)
  if (error) return <Text size="sm">{w.draftOfSomeone}</Text>
  return (
    data && (
      <ButtonLink to="/knowledge/$id" params={{ id }} size="xs" variant="default">
        {w.openArticle(id)}
      </ButtonLink>
    )
  )
}
