import { Badge, Group } from '@mantine/core'
import type { Column } from '../records/table-row.tsx'
import { accounts } from '../words/accounts.ts'
import { administration as w } from '../words/administration.ts'
import type { Account } from './model.ts'

export const Status = ({ active }: { active: boolean }) => (
  <Badge size="sm" color={active ? 'teal' : 'gray'}>
    {active ? w.isActive : w.deactivated}
  </Badge>
)

export const Roles = ({ roles }: Pick<Account, 'roles'>) => (
  <Group gap={4} wrap="nowrap">
    {roles.map((role) => (
      <Badge key={role} size="sm">
        {accounts.roleNames[role]}
      </Badge>
    ))}
  </Group>
)

export const statusColumn: Column<Pick<Account, 'active'>> = {
  label: w.status,
  width: '6.5rem',
  isOnSmallScreens: true,
  show: ({ active }) => <Status active={active} />,
}

export const rolesColumn: Column<Pick<Account, 'roles'>> = {
  label: accounts.roles,
  width: 'minmax(11rem, 1fr)',
  show: ({ roles }) => <Roles roles={roles} />,
}
