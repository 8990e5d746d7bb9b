import { Badge, Button, Checkbox, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, withId } from '../api/client.ts'
import { useList, useRefresh } from '../api/records.ts'
import type { Notification } from '../api/schema.d.ts'
import { Entries, Entry } from '../records/entries.tsx'
import { Caption } from '../shell/dimmed.ts'
import { Failure } from '../shell/failure.tsx'
import { AnchorLink } from '../shell/links.tsx'
import { pageOf } from '../shell/own-links.ts'
import { Section } from '../shell/section.tsx'
import { When } from '../shell/time.tsx'
import { useShow } from '../shell/use-show.ts'
import { profile as w } from '../words/profile.ts'
import { NotificationPreferences } from './notification-preferences.tsx'

const path = '/notifications'
const route = getRouteApi('/profile/notifications')

const isUnread = ({ read_at }: Notification) => read_at === null

export function NotificationsPage() {
  const onlyUnread = route.useSearch().unread !== undefined
  const show = useShow()
  const list = useList(path, onlyUnread ? { unread: 'true' } : {})
  const unread = list.rows.filter(isUnread)
  const refresh = useRefresh(path)
  const mark = useMutation({
    mutationFn: async (id?: string) =>
      id === undefined ? api.POST('/notifications/read') : api.POST('/notifications/{id}/read', withId(id)),
    onSettled: () => refresh(),
  })
  const actions = unread.length > 0 && (
    <Button size="xs" variant="default" loading={mark.isPending} onClick={() => mark.mutate(undefined)}>
      {w.markAll}
    </Button>
  )
  return (
    <Stack>
      <Section title={w.notifications} actions={actions}>
        <Checkbox
          label={w.onlyUnread}
          checked={onlyUnread}
          onChange={(event) => show({ unread: event.currentTarget.checked ? 'yes' : undefined })}
        />
        {mark.error && <Failure error={mark.error} />}
        <Entries list={list} idOf={({ id }) => id} count={w.countNotifications} empty={w.noNotifications}>
          {(notification) => <NotificationEntry notification={notification} read={(id) => mark.mutate(id)} />}
        </Entries>
      </Section>
      <NotificationPreferences />
    </Stack>
  )
}

interface Props {
  notification: Notification
  read: (id: string) => void
}

function NotificationEntry({ notification, read }: Props) {
  const { id, title, message, url, created_at } = notification
  const to = url && pageOf(url)
  const isNew = isUnread(notification)
  return (
    <Entry
      title={
        to ? (
          <AnchorLink to={to} onClick={() => isNew && read(id)}>
            {title}
          </AnchorLink>
        ) : (
          title
        )
      }
      marks={isNew && <Badge size="sm">{w.unread}</Badge>}
      actions={
        isNew && (
          <Button size="xs" variant="default" aria-label={w.markOne(title)} onClick={() => read(id)}>
            {w.markRead}
          </Button>
        )
      }
    >
      <Text size="sm" className="anywhere">
        {message}
      </Text>
      <Caption>
        <When at={created_at} />
      </Caption>
    </Entry>
  )
}
