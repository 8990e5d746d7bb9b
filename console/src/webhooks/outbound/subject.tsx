import { AnchorLink } from '../../shell/links.tsx'
import { pageOfRecord } from '../../shell/record-pages.ts'

/** The record that an event is about, where it has a page. */
export function Subject({ id }: { id: string }) {
  const page = pageOfRecord(id)
  return page === '/' ? (
    id
  ) : (
    <AnchorLink inherit to={page}>
      {id}
    </AnchorLink>
  )
}
