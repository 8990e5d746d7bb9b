import { Menu, UnstyledButton, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMe } from '../session/me.ts'
import { signOut } from '../session/session.ts'
import { nav, shell } from '../words/shell.ts'
import { initialsOf } from './initials.ts'

const { account: w } = shell
const schemes = Object.keys(w.themes) as MantineColorScheme[]

/** Profile, theme, shortcuts and sign-out of the current user. */
export function AccountMenu({ showShortcuts }: { showShortcuts: () => void }) {
  const { me } = useMe()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton className="account" aria-label={w.menu} title={me?.name}>
          <span aria-hidden>{initialsOf(me?.name ?? '')}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{me?.name}</Menu.Label>
        <Menu.Item component={Link} to="/profile">
          {nav.profile}
        </Menu.Item>
        <Menu.Item onClick={showShortcuts}>{w.shortcuts}</Menu.Item>
        <Menu.Divider />
        <Menu.Label>{w.theme}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        >
          {schemes.map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {w.themes[scheme]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{shell.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
