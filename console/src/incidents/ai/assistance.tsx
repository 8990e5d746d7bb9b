import { useState } from 'react'
import type { Answer } from '../../api/client.ts'
import type { Incident } from '../../api/schema.d.ts'
import { Failure } from '../../shell/failure.tsx'
import { notify } from '../../shell/notify.ts'
import { words } from '../../words.ts'
import type { Save } from '../details.tsx'
import { Analysis } from './analysis.tsx'
import { Similar } from './similar.tsx'
import { Suggestions } from './suggestions.tsx'

interface Props {
  answer: Answer<Incident>
  save: Save
  propose: (text: string) => void
}

/** Suggestions from past incidents and articles. Nothing is applied automatically. */
export function Assistance({ answer, save, propose }: Props) {
  const incident = answer.body
  const [failure, setFailure] = useState<Error>()
  const apply = async (change: Record<string, string>) => {
    try {
      await save(change, answer.etag)
      setFailure(undefined)
      notify(words.saved)
    } catch (error) {
      setFailure(error as Error)
    }
  }
  return (
    <>
      {incident.allowed_transitions.length > 0 && (
        <Suggestions
          text={`${incident.short_description}\n${incident.description ?? ''}`}
          current={{ ...incident }}
          apply={(change) => void apply(change)}
        />
      )}
      {failure && <Failure error={failure} />}
      <Analysis id={incident.id} propose={propose} />
      <Similar incident={incident} propose={propose} />
    </>
  )
}
