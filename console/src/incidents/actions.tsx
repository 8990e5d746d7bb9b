import { Button, CopyButton, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../api/client.ts'
import { remove, useRefresh } from '../api/records.ts'
import type { Incident } from '../api/schema.d.ts'
import { WriteUp } from '../knowledge/from-incident.tsx'
import { useMe } from '../session/me.ts'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Failure } from '../shell/failure.tsx'
import { notify } from '../shell/notify.ts'
import { words } from '../words.ts'
import type { Save } from './details.tsx'
import { openStates } from './model.ts'

const { incidents: w, records } = words

const isOpen = ({ state }: Incident) => (openStates as readonly string[]).includes(state)

/** Actions other than state transitions. */
export function Actions({ answer, save }: { answer: Answer<Incident>; save: Save }) {
  const incident = answer.body
  const { me, may } = useMe()
  return (
    <Group gap="xs">
      {me && may('agents') && isOpen(incident) && incident.assigned_to !== me.email && (
        <Take take={() => save({ assigned_to: me.email }, answer.etag)} />
      )}
      <CopyButton value={location.origin + location.pathname}>
        {({ copied, copy }) => (
          <Button size="xs" variant="default" onClick={copy}>
            {copied ? words.copied : w.copyLink}
          </Button>
        )}
      </CopyButton>
      {(may('agents') || may('editors')) && !isOpen(incident) && incident.state !== 'cancelled' && (
        <WriteUp incident={incident.id} />
      )}
      {may('managers') && <Delete id={incident.id} />}
    </Group>
  )
}

function Take({ take }: { take: () => Promise<unknown> }) {
  const [failure, setFailure] = useState<Error>()
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={() => void take().then(() => setFailure(undefined), setFailure)}
      >
        {w.assignToMe}
      </Button>
      {failure && <Failure error={failure} />}
    </>
  )
}

function Delete({ id }: { id: string }) {
  const [navigate, refresh] = [useNavigate(), useRefresh('/incidents')]
  const act = async () => {
    await remove('/incidents', id)
    await navigate({ to: '/incidents' })
    notify(records.deleted)
    await refresh()
  }
  return <ConfirmButton label={records.delete} question={w.deleteQuestion(id)} act={act} />
}
