import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../../api/client.ts'
import { useChange } from '../../api/records.ts'
import type { InboundWebhook as Inbound } from '../../api/schema.d.ts'
import { Fields } from '../../records/fields.tsx'
import { Failure } from '../../shell/failure.tsx'
import { Loading } from '../../shell/loading.tsx'
import { useCalls } from './calls.tsx'
import { ruleFields } from './fields.ts'
import { path, type Rules } from './model.ts'
import { Preview } from './preview.tsx'
import { usePresets } from './presets.ts'

const route = getRouteApi('/webhooks/$direction/$id')

/** The rules of a webhook, with a preview. */
export function MappingEditor({ answer }: { answer: Answer<Inbound> }) {
  const { id, preset } = answer.body
  const { call: linked } = route.useSearch()
  /** The call that the user came from last, also after a look at another tab. */
  const [call, setCall] = useState(linked)
  if (linked && linked !== call) setCall(linked)
  const calls = useCalls(id)
  const chosen = call && calls.rows.find((each) => each.id === call)?.payload
  const change = useChange(path, id)
  const { data: presets, error, refetch } = usePresets()
  if (error && !presets) return <Failure error={error} retry={() => void refetch()} />
  if (!presets || (call && calls.total === undefined && !calls.error)) return <Loading />
  return (
    <Fields
      fields={ruleFields}
      answer={answer}
      save={(patch, etag) => change.mutateAsync({ patch, etag })}
      aside={(values) => (
        <Preview
          key={call}
          rules={values as unknown as Rules}
          preset={presets.find(({ name }) => name === preset)}
          last={calls.rows[0]?.payload}
          {...(chosen && { chosen })}
        />
      )}
    />
  )
}
