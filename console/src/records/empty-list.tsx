import { Empty } from '../shell/empty.tsx'
import { ButtonLink } from '../shell/links.tsx'
import { records } from '../words/records.ts'

interface Props {
  isFiltered: boolean
  /** What the list is for. */
  about: string
  /** For users who may create a record. */
  create: { label: string; to: string } | false | undefined
}

/** An empty list says what it is for and offers to create a record; one that is filtered offers to clear the filters. */
export function EmptyList({ isFiltered, about, create }: Props) {
  if (isFiltered)
    return (
      <Empty text={records.noMatch}>
        <ButtonLink to="." search={{}} variant="default" size="xs">
          {records.clearFilters}
        </ButtonLink>
      </Empty>
    )
  return (
    <Empty text={about}>
      {create && (
        <ButtonLink to={create.to} size="xs">
          {create.label}
        </ButtonLink>
      )}
    </Empty>
  )
}
