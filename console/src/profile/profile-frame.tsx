import { Stack } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { PageHead } from '../shell/page-head.tsx'
import { Places } from '../shell/places.tsx'
import { words } from '../words.ts'

const { profile: w } = words

const places = [
  { to: '/profile', label: w.places.account },
  { to: '/profile/keys', label: w.places.keys },
  { to: '/profile/two-factor', label: w.places.twoFactor },
  { to: '/profile/sessions', label: w.places.sessions },
  { to: '/profile/notifications', label: w.places.notifications },
]

export const ProfileFrame = () => (
  <Stack maw={960}>
    <PageHead title={w.title} />
    <Places label={w.title} places={places} />
    <Outlet />
  </Stack>
)
