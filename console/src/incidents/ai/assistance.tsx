import { useMutation } from '@tanstack/react-query'
import type { Incident } from '../../api/schema.d.ts'
import type { EditableRecord } from '../../records/editing/editable-record.ts'
import { Failure } from '../../shell/failure.tsx'
import { notify } from '../../shell/notify.ts'
import { shell } from '../../words/shell.ts'
import { Analysis } from './analysis.tsx'
import { fieldsToSuggest } from './model.ts'
import { Similar } from './similar.tsx'
import { Suggestions } from './suggestions.tsx'

interface Props {
  incident: Incident
  record: EditableRecord
  propose: (text: string) => void
}

/** Suggestions from past incidents and articles. Nothing is applied automatically. */
export function Assistance({ incident, record, propose }: Props) {
  const { mutate: apply, error } = useMutation({
    mutationFn: (change: Record<string, string>) => record.save!(change, record),
    onSuccess: () => notify(shell.saved),
  })
  return (
    <>
      {incident.allowed_transitions.length > 0 && (
        <Suggestions
          text={`${incident.short_description}\n${incident.description ?? ''}`}
          fields={fieldsToSuggest(incident)}
          current={{ ...incident }}
          apply={apply}
        />
      )}
      {error && <Failure error={error} />}
      <Similar incident={incident} propose={propose} />
      <Analysis id={incident.id} propose={propose} />
    </>
  )
}
