import { Stack, Text } from '@mantine/core'
import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { useMe, type Right } from '../session/me.ts'
import { Loading } from '../shell/loading.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { SectionLinks, useSection } from '../shell/section-links.tsx'
import { administration as w } from '../words/administration.ts'
import { settings } from '../words/settings.ts'
import { shell } from '../words/shell.ts'

const sections: readonly { to: string; label: string; right: Right }[] = [
  { to: '/administration/users', label: w.sections.users, right: 'admins' },
  { to: '/administration/clients', label: w.sections.clients, right: 'admins' },
  { to: '/administration/sla', label: w.sections.sla, right: 'managers' },
  { to: '/administration/audit', label: w.sections.audit, right: 'auditors' },
  { to: '/administration/api-keys', label: w.sections.apiKeys, right: 'admins' },
  { to: '/administration/keys', label: w.sections.keys, right: 'admins' },
  { to: '/administration/identity-provider', label: settings.identityProvider.title, right: 'admins' },
  { to: '/administration/settings', label: settings.title, right: 'admins' },
  { to: '/administration/imports', label: w.sections.imports, right: 'admins' },
  { to: '/administration/health', label: w.sections.health, right: 'auditors' },
  { to: '/administration/demo', label: w.sections.demo, right: 'admins' },
]

/** Shows the pages that the user may open; for the others it shows that access is missing. */
export function AdministrationFrame() {
  const { me, may } = useMe()
  const { pathname } = useLocation()
  const open = sections.filter(({ right }) => may(right))
  const isForbidden = sections.some(({ to, right }) => pathname.startsWith(to) && !may(right))
  return (
    <Stack>
      <PageHead title={w.title} section={useSection(sections)?.label} />
      {!me && <Loading />}
      {me && <SectionLinks label={w.title} sections={open} />}
      {me && (isForbidden || open.length === 0 ? <Text role="alert">{shell.forbidden}</Text> : <Outlet />)}
    </Stack>
  )
}

export function FirstSection() {
  const { may } = useMe()
  const first = sections.find(({ right }) => may(right))
  return first ? <Navigate to={first.to} replace /> : null
}
