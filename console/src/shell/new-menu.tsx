import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMe } from '../session/me.ts'
import { shell } from '../words/shell.ts'
import { Icon } from './icons.tsx'
import { newRecords } from './pages.ts'

export function NewMenu() {
  const { may } = useMe()
  const allowed = newRecords.filter(({ right }) => !right || may(right))
  if (allowed.length === 0) return null
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <Button size="xs" className="compact" leftSection={<Icon of="plus" />}>
          <span className="from-sm">{shell.newRecord}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {allowed.map(({ to, label }) => (
          <Menu.Item key={to} component={Link} to={to}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
