import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, bodyOf } from '../../api/client.ts'
import { useRefresh } from '../../api/records.ts'
import { Failure } from '../../shell/failure.tsx'
import { notify } from '../../shell/notify.ts'
import { webhooks } from '../../words/webhooks.ts'
import { path } from './model.ts'

const { deliveries: w } = webhooks

interface Props {
  /** The delivery to repeat. */
  id: string
  webhook: string
  size?: 'compact-xs' | 'sm'
}

/** Sends a delivery once more, and opens the new one. */
export function Replay({ id, webhook, size = 'sm' }: Props) {
  const navigate = useNavigate()
  const refresh = useRefresh(`${path}/${webhook}/deliveries`)
  const replay = useMutation({
    mutationFn: () =>
      bodyOf(
        api.POST('/webhooks/outbound/deliveries/{delivery_id}/replay', {
          params: { path: { delivery_id: id } },
        }),
      ),
    onSuccess: async (replayed) => {
      notify(w.replayStarted)
      void refresh()
      await navigate({ to: `${path}/${webhook}/deliveries/${replayed.id}` })
    },
  })
  return (
    <Stack gap="xs" align="end">
      <Button
        size={size}
        variant={size === 'sm' ? 'filled' : 'default'}
        loading={replay.isPending}
        onClick={() => replay.mutate()}
      >
        {w.replay}
      </Button>
      {replay.error && <Failure error={replay.error} />}
    </Stack>
  )
}
