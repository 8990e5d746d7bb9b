import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, bodyOf } from '../api/client.ts'
import { words } from '../words.ts'
import { Icon } from './icons.tsx'

const everyMinute = 60_000

/** Link to the notifications, with the number of unread ones. */
export function Bell() {
  const { data } = useQuery({
    queryKey: ['/notifications', 'list', 'unread'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/notifications', { params: { query: { unread: true, limit: 1 } }, signal })),
    refetchInterval: everyMinute,
  })
  const unread = data?.total ?? 0
  return (
    <Link to="/profile/notifications" className="bell" aria-label={words.bell(unread)}>
      <Icon of="bell" />
      {unread > 0 && (
        <Badge size="sm" circle={unread < 10} aria-hidden>
          {unread > 99 ? '99+' : unread}
        </Badge>
      )}
    </Link>
  )
}
