import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Answer } from '../api/client.ts'
import { remove, useAct, useChange, useRefresh } from '../api/records.ts'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Failure } from '../shell/failure.tsx'
import { tell } from '../shell/tell.ts'
import { words } from '../words.ts'
import type { Webhook } from './model.ts'

const { webhooks: w, records } = words

interface Props<Item extends Webhook> {
  path: '/webhooks/inbound' | '/webhooks/outbound'
  answer: Answer<Item>
  isSigned: boolean
  asks: { rotateAsk: string; deleteAsk: string; pauseAsk: string }
  /** Takes the new secret, which nobody tells again. */
  showSecret: (secret: string) => void
}

/** What can be done with a webhook of either direction. */
export function Actions<Item extends Webhook>({ path, answer, isSigned, asks, showSecret }: Props<Item>) {
  const { id, active } = answer.body
  const navigate = useNavigate()
  const refresh = useRefresh(path)
  const change = useChange(path, id)
  const act = useAct(path, id)
  const setActive = async (active: boolean) => {
    await change.mutateAsync({ patch: { active }, etag: answer.etag })
    tell(active ? w.resumed : w.paused)
  }
  const rotate = async () => {
    const { body } = await act.mutateAsync({ verb: 'rotate-secret', etag: undefined })
    showSecret(body.secret!)
  }
  const erase = async () => {
    await remove(path, id)
    tell(records.deleted)
    await navigate({ to: '/webhooks', search: path.endsWith('inbound') ? { direction: 'inbound' } : {} })
    await refresh()
  }
  return (
    <>
      {active ? (
        <ConfirmButton label={w.pause} question={asks.pauseAsk} act={() => setActive(false)} />
      ) : (
        <Button size="xs" loading={change.isPending} onClick={() => void setActive(true).catch(() => {})}>
          {w.resume}
        </Button>
      )}
      {!active && change.error && <Failure error={change.error} />}
      {isSigned && <ConfirmButton label={w.rotate} question={asks.rotateAsk} act={rotate} />}
      <ConfirmButton label={records.delete} question={asks.deleteAsk} act={erase} />
    </>
  )
}
