import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

const pages = { INC: '/incidents', CHG: '/changes', REQ: '/requests', CI: '/cmdb' }

/** The record that an event is about, where it has a page. */
export function Subject({ id }: { id: string }) {
  const page = Object.entries(pages).find(([prefix]) => id.startsWith(prefix))?.[1]
  return page ? (
    <Anchor component={Link} inherit to={`${page}/${id}`}>
      {id}
    </Anchor>
  ) : (
    id
  )
}
