import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { pageOfRecord } from '../../shell/record-ids.ts'

/** The record that an event is about, where it has a page. */
export function Subject({ id }: { id: string }) {
  const page = pageOfRecord(id)
  return page === '/' ? (
    id
  ) : (
    <Anchor component={Link} inherit to={page}>
      {id}
    </Anchor>
  )
}
