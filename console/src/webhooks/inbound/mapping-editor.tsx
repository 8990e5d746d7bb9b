import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../../api/client.ts'
import { useChange } from '../../api/records.ts'
import type { InboundWebhook as Inbound } from '../../api/schema.d.ts'
import { Fields } from '../../records/fields.tsx'
import { among } from '../../records/view.ts'
import { Failure } from '../../shell/failure.tsx'
import { Loading } from '../../shell/loading.tsx'
import { outcomes } from '../choices.ts'
import { useCalls } from './calls.tsx'
import { ruleFields } from './fields.ts'
import { path, type Rules } from './model.ts'
import { Preview } from './preview.tsx'
import { usePresets } from './presets.ts'

const route = getRouteApi('/webhooks/$direction/$id')

/** The rules of a webhook, with a preview. */
export function MappingEditor({ answer }: { answer: Answer<Inbound> }) {
  const { id, preset } = answer.body
  const linked = route.useSearch()
  /** The call that the user came from last and the filter of its list, also after a look at another tab. */
  const [{ call, status }, setLast] = useState(linked)
  if (linked.call && linked.call !== call) setLast(linked)
  const calls = useCalls(id)
  const listed = useCalls(id, among(outcomes)(status))
  const change = useChange(path, id)
  const { data: presets, error, refetch } = usePresets()
  if (error && !presets) return <Failure error={error} retry={() => void refetch()} />
  if (!presets || (call && listed.total === undefined && !listed.error)) return <Loading />
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
          // A call without a valid signature was not read, so it has none.
          last={calls.rows.find(({ payload }) => payload !== '')?.payload}
          {...(call && { chosen: listed.rows.find((each) => each.id === call)?.payload ?? null })}
        />
      )}
    />
  )
}
