import { Button } from '@mantine/core'
import type { Answer } from '../api/client.ts'
import { useAction, useChange } from '../api/records.ts'
import { useDeletion } from '../records/use-deletion.ts'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Failure } from '../shell/failure.tsx'
import { notify } from '../shell/notify.ts'
import { webhooks as w } from '../words/webhooks.ts'
import { records } from '../words/records.ts'
import { pathOf, type Webhook } from './model.ts'
import type { WebhookView } from './view.ts'

interface Props<Item extends Webhook> {
  answer: Answer<Item>
  view: WebhookView<Item>
  /** Shows a new secret, once. */
  showSecret: (secret: string) => void
}

export function Actions<Item extends Webhook>({ answer, view, showSecret }: Props<Item>) {
  const { id, active } = answer.body
  const { direction, questions, isSigned } = view
  const path = pathOf(direction)
  const erase = useDeletion(path, '/webhooks')
  const change = useChange(path, id)
  const act = useAction(path, id)
  const setActive = async (active: boolean) => {
    await change.mutateAsync({ patch: { active }, etag: answer.etag })
    notify(active ? w.resumed : w.paused)
  }
  const rotate = async () => {
    const { body } = await act.mutateAsync({ verb: 'rotate-secret', etag: answer.etag })
    showSecret(body.secret!)
  }
  return (
    <>
      {active ? (
        <ConfirmButton label={w.pause} question={questions.pause} act={() => setActive(false)} />
      ) : (
        <Button size="xs" loading={change.isPending} onClick={() => void setActive(true).catch(() => {})}>
          {w.resume}
        </Button>
      )}
      {!active && change.error && <Failure error={change.error} />}
      {isSigned(answer.body) && <ConfirmButton label={w.rotate} question={questions.rotate} act={rotate} />}
      <ConfirmButton label={records.delete} question={questions.remove} act={() => erase(id)} />
    </>
  )
}
