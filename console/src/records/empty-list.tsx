import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Empty } from '../shell/empty.tsx'
import { words } from '../words.ts'
import type { View } from './view.ts'

interface Props {
  view: View<string>
  /** What the list is for. */
  about: string
  /** The button for the first record, for users who may create it. */
  first: { label: string; to: string } | false | undefined
}

const isOrder = (name: string) => name === 'sort' || name === 'order'

/** An empty list says what it is for and offers the first record; one that is filtered offers to clear the filters. */
export function EmptyList({ view, about, first }: Props) {
  if (Object.entries(view).some(([name, value]) => value !== undefined && !isOrder(name)))
    return (
      <Empty text={words.records.noMatch}>
        <Button component={Link} to="." search={{} as never} variant="default" size="xs">
          {words.records.clearFilters}
        </Button>
      </Empty>
    )
  return (
    <Empty text={about}>
      {first && (
        <Button component={Link} to={first.to} size="xs">
          {first.label}
        </Button>
      )}
    </Empty>
  )
}
