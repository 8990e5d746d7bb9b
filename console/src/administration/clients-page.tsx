import { Group, Stack } from '@mantine/core'
import { useList } from '../api/records.ts'
import type { Client } from '../api/schema.d.ts'
import type { Column } from '../records/table-row.tsx'
import { Table } from '../records/table.tsx'
import { ButtonLink } from '../shell/links.tsx'
import { When } from '../shell/time.tsx'
import { accounts } from '../words/accounts.ts'
import { administration as w } from '../words/administration.ts'
import { records } from '../words/records.ts'
import { rolesColumn, statusColumn } from './badges.tsx'

const columns: readonly Column<Client>[] = [
  { label: accounts.name, width: 'minmax(0, 1fr)', isOnSmallScreens: true, show: ({ name }) => name },
  { label: w.clients.id, width: 'minmax(0, 1fr)', show: ({ id }) => id },
  rolesColumn,
  statusColumn,
  {
    label: records.created,
    width: '11rem',
    show: ({ created_at }) => <When at={created_at} />,
  },
]

export function ClientsPage() {
  const list = useList('/clients', { sort: 'name', order: 'asc' }, { isVirtual: true })
  return (
    <Stack gap="sm">
      <Group justify="end">
        <ButtonLink to="/administration/clients/new">{w.clients.create}</ButtonLink>
      </Group>
      <Table
        list={list}
        columns={columns}
        href={({ id }) => `/administration/clients/${id}`}
        count={w.clients.count}
        scrollKey="/clients"
        summary={({ id }) => id}
      />
    </Stack>
  )
}
