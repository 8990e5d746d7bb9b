import type { Answer } from '../api/client.ts'
import type { Change } from '../api/schema.d.ts'
import type { ListEdit } from '../records/editing/list-edit.ts'
import { useListEdit } from '../records/editing/use-list-edit.ts'
import { Links } from '../records/links.tsx'
import { useMe } from '../session/me.ts'
import { Failure } from '../shell/failure.tsx'
import { Section } from '../shell/section.tsx'
import { isFixed, linkFields } from './editable.ts'
import { path } from './model.ts'

/** Each link is saved immediately, because it is a single and reversible edit. */
export function LinkedRecords({ answer }: { answer: Answer<Change> }) {
  const { body } = answer
  const { may } = useMe()
  const links = useListEdit(path, answer)
  const linked = (field: keyof typeof linkFields, mayChange: boolean) => {
    const { title, ...texts } = linkFields[field]
    const change = (edit: ListEdit<string>) => links.edit(field, edit)
    return (
      <Section title={title}>
        <Links {...texts} ids={body[field]} change={mayChange ? change : undefined} />
      </Section>
    )
  }
  return (
    <>
      {links.failure && <Failure error={links.failure} />}
      {linked('ci_ids', may('agents') && !isFixed(body.state))}
      {linked('incident_ids', may('agents'))}
    </>
  )
}
