import { Button, Group, Indicator, Popover, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api, bodyOf, withId } from '../api/client.ts'
import type { Notification } from '../api/schema.d.ts'
import { shell } from '../words/shell.ts'
import { Caption } from './dimmed.ts'
import { Failure } from './failure.tsx'
import { Icon } from './icons.tsx'
import { AnchorLink } from './links.tsx'
import { Loading } from './loading.tsx'
import { notifyProblem } from './notify-problem.ts'
import { pageOf } from './own-links.ts'
import { fromNow } from './time.tsx'

const everyMinute = 60_000
const shown = 8
const { notifications: w } = shell

const read = (query: { unread?: boolean; limit: number }, signal: AbortSignal) =>
  bodyOf(api.GET('/notifications', { params: { query }, signal }))

/** The newest notifications in a list, and the number of unread ones. */
export function Bell() {
  const [isOpen, list] = useDisclosure()
  const { data } = useQuery({
    queryKey: ['/notifications', 'list', 'unread'],
    queryFn: ({ signal }) => read({ unread: true, limit: 1 }, signal),
    refetchInterval: everyMinute,
  })
  const unread = data?.total ?? 0
  const news = useMore(data?.total)
  const queries = useQueryClient()
  const toggle = () => {
    // So that the number and the list agree.
    if (!isOpen) void queries.invalidateQueries({ queryKey: ['/notifications', 'list', 'unread'] })
    list.toggle()
  }
  return (
    <>
      <span role="status" className="unseen">
        {news !== undefined && shell.bell(news)}
      </span>
      <Popover opened={isOpen} onChange={list.toggle} position="bottom-end" width={340} trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton
            className="icon-button"
            aria-label={shell.bell(unread)}
            title={shell.bell(unread)}
            onClick={toggle}
          >
            <Indicator
              label={unread > 99 ? '99+' : unread}
              size={16}
              color="red"
              disabled={unread === 0}
              display="flex"
              aria-hidden
            >
              <Icon of="bell" />
            </Indicator>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label={shell.bell(unread)}>
          {isOpen && <Newest unread={unread} close={list.close} />}
        </Popover.Dropdown>
      </Popover>
    </>
  )
}

/** The number once it has grown while the page is open, for screen readers. */
function useMore(n: number | undefined): number | undefined {
  const before = useRef<number>(undefined)
  const [news, setNews] = useState<number>()
  useEffect(() => {
    if (n === undefined) return
    setNews(before.current !== undefined && n > before.current ? n : undefined)
    before.current = n
  }, [n])
  return news
}

function Newest({ unread, close }: { unread: number; close: () => void }) {
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey: ['/notifications', 'list', 'newest'],
    queryFn: ({ signal }) => read({ limit: shown }, signal),
  })
  const refresh = () => queries.invalidateQueries({ queryKey: ['/notifications'] })
  const markAll = useMutation({
    mutationFn: () => api.POST('/notifications/read'),
    onError: notifyProblem,
    onSettled: refresh,
  })
  return (
    <>
      <Group justify="space-between" p="xs" wrap="nowrap">
        <Text fw={600}>{w.title}</Text>
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={unread === 0}
          onClick={() => markAll.mutate()}
          data-autofocus
        >
          {w.markAll}
        </Button>
      </Group>
      {error && <Failure error={error} />}
      {!data && !error && <Loading />}
      {data?.data.length === 0 && (
        <Text size="sm" p="xs">
          {w.none}
        </Text>
      )}
      <ul className="notices-list">
        {data?.data.map((notification) => (
          <li key={notification.id}>
            <Notice notification={notification} close={close} refresh={() => void refresh()} />
          </li>
        ))}
      </ul>
      <AnchorLink to="/profile/notifications" size="sm" p="xs" display="block" onClick={close}>
        {w.all}
      </AnchorLink>
    </>
  )
}

interface NoticeProps {
  notification: Notification
  close: () => void
  refresh: () => void
}

function Notice({ notification: { id, title, url, read_at, created_at }, close, refresh }: NoticeProps) {
  const open = () => {
    close()
    if (!read_at) void api.POST('/notifications/{id}/read', withId(id)).then(refresh).catch(notifyProblem)
  }
  return (
    <Link to={(url && pageOf(url)) || '/profile/notifications'} className="notice" onClick={open}>
      <span className="notice-title" data-unread={!read_at}>
        {!read_at && <span className="unseen">{w.isNew} </span>}
        {title}
      </span>
      <Caption>{fromNow(created_at)}</Caption>
    </Link>
  )
}
