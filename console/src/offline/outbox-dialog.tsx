import { Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../api/client.ts'
import { Caption } from '../shell/dimmed.ts'
import { Failure } from '../shell/failure.tsx'
import { AnchorLink } from '../shell/links.tsx'
import { problemText } from '../shell/problem-text.ts'
import { When } from '../shell/time.tsx'
import { useFocusBack } from '../shell/use-focus-back.ts'
import { offline as w } from '../words/offline.ts'
import { changeOutbox } from './outbox.ts'
import { sendAgain } from './send-outbox.ts'
import { pageOfWrite, titleOf } from './write-text.ts'
import { withoutWrite, type Write } from './write.ts'

interface Props {
  close: () => void
  writes: readonly Write[]
}

/** What waits, and what the service did not accept, for a decision. */
export function OutboxDialog({ close, writes }: Props) {
  useFocusBack()
  return (
    <Modal opened onClose={close} title={w.listTitle} size="lg">
      <Stack gap="sm">
        <Text size="sm">{w.listHint}</Text>
        <List listStyleType="none" spacing="md" className="plain-list">
          {writes.map((write) => (
            <List.Item key={write.id}>
              <OneWrite write={write} close={close} />
            </List.Item>
          ))}
        </List>
      </Stack>
    </Modal>
  )
}

function OneWrite({ write, close }: { write: Write; close: () => void }) {
  const { refusal } = write
  const again = useMutation({ mutationFn: () => sendAgain(write) })
  const [title, page] = [titleOf(write), pageOfWrite(write)]
  const isConflict = refusal?.status === 412
  return (
    <Stack gap={4} align="start">
      <Text size="sm" fw={600} className="anywhere" lineClamp={3}>
        {title}
      </Text>
      <Caption>{refusal ? <When at={write.at} /> : w.waits}</Caption>
      {refusal && (
        <Text size="sm">{isConflict ? w.conflict : problemText(new ApiError(refusal.status, refusal))}</Text>
      )}
      {again.error && <Failure error={again.error} />}
      <Group gap="xs">
        {page && (
          <AnchorLink to={page} size="sm" onClick={close}>
            {w.open}
          </AnchorLink>
        )}
        {(isConflict || refusal?.code === 'too_old') && (
          <Button size="xs" variant="default" loading={again.isPending} onClick={() => again.mutate()}>
            {isConflict ? w.overwrite : w.sendAgain}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          aria-label={w.discardOne(title)}
          onClick={() => changeOutbox((writes) => withoutWrite(writes, write.id))}
        >
          {w.discard}
        </Button>
      </Group>
    </Stack>
  )
}
