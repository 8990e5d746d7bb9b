import { Group, Stack, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useList } from '../api/records.ts'
import type { User } from '../api/schema.d.ts'
import { ChoiceFilter } from '../records/choice-filter.tsx'
import { PeoplePicker } from '../records/people-picker.tsx'
import type { Column } from '../records/table-row.tsx'
import { Table } from '../records/table.tsx'
import { useSearchText } from '../records/use-search-text.ts'
import { ButtonLink } from '../shell/links.tsx'
import { When } from '../shell/time.tsx'
import { accounts } from '../words/accounts.ts'
import { administration as w } from '../words/administration.ts'
import { rolesColumn, statusColumn } from './badges.tsx'
import { useShow } from '../shell/use-show.ts'

const route = getRouteApi('/administration/users')

const columns: readonly Column<User>[] = [
  { label: accounts.name, width: 'minmax(0, 1fr)', isOnSmallScreens: true, show: ({ name }) => name },
  { label: accounts.email, width: '13rem', isInSummary: true, show: ({ email }) => email },
  { ...rolesColumn, isImportant: true },
  statusColumn,
  {
    label: w.users.lastSignIn,
    width: '9.5rem',
    show: ({ last_sign_in_at: at }) => (at ? <When at={at} /> : w.users.never),
  },
  { label: accounts.groups, width: '9rem', isImportant: true, show: ({ groups }) => groups.join(', ') },
]

export function UsersPage() {
  const view = route.useSearch()
  const list = useList('/users', { sort: 'name', order: 'asc', ...view }, { isVirtual: true })
  return (
    <Stack gap="sm">
      <Filters />
      <Table
        list={list}
        columns={columns}
        href={({ id }) => `/administration/users/${id}`}
        count={w.users.count}
        scrollKey={`/users ${JSON.stringify(view)}`}
        summary={({ email, roles }, isNarrow) =>
          [email, ...(isNarrow ? roles.map((role) => accounts.roleNames[role]) : [])].join(' · ')
        }
      />
    </Stack>
  )
}

const activity = { true: w.isActive, false: w.deactivated }

function Filters() {
  const view = route.useSearch()
  const show = useShow()
  const text = useSearchText(view.q, (q) => show({ q }))
  return (
    <Group align="end" gap="sm">
      <TextInput label={w.users.find} type="search" maxLength={100} {...text} flex="1 1 18rem" />
      <ChoiceFilter name="role" label={w.role} value={view.role} choices={accounts.roleNames} maw="12rem" />
      <PeoplePicker
        kind="group"
        label={w.users.group}
        value={view.group ?? null}
        onChange={(group) => show({ group: group ?? undefined })}
      />
      <ChoiceFilter name="active" label={w.status} value={view.active} choices={activity} maw="10rem" />
      <ButtonLink to="/administration/users/new">{w.users.create}</ButtonLink>
    </Group>
  )
}
