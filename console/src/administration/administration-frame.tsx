import { Stack, Text } from '@mantine/core'
import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { useMe, type Right } from '../session/me.ts'
import { Loading } from '../shell/loading.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Places } from '../shell/places.tsx'
import { words } from '../words.ts'

const { administration: w } = words

const places: readonly { to: string; label: string; right: Right }[] = [
  { to: '/administration/users', label: w.places.users, right: 'admins' },
  { to: '/administration/clients', label: w.places.clients, right: 'admins' },
  { to: '/administration/sla', label: w.places.sla, right: 'managers' },
  { to: '/administration/audit', label: w.places.audit, right: 'auditors' },
  { to: '/administration/api-keys', label: w.places.apiKeys, right: 'admins' },
  { to: '/administration/keys', label: w.places.keys, right: 'admins' },
  { to: '/administration/demo', label: w.places.demo, right: 'admins' },
]

/** Each part is for whom the service lets in; the others read that it is not for them. */
export function AdministrationFrame() {
  const { me, may } = useMe()
  const { pathname } = useLocation()
  const open = places.filter(({ right }) => may(right))
  const isShut = places.some(({ to, right }) => pathname.startsWith(to) && !may(right))
  return (
    <Stack>
      <PageHead title={w.title} />
      {!me && <Loading />}
      {me && <Places label={w.title} places={open} />}
      {me && (isShut || open.length === 0 ? <Text role="alert">{words.forbidden}</Text> : <Outlet />)}
    </Stack>
  )
}

export function FirstPlace() {
  const { may } = useMe()
  const first = places.find(({ right }) => may(right))
  return first ? <Navigate to={first.to} replace /> : null
}
