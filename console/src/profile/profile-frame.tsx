import { Stack } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { PageHead } from '../shell/page-head.tsx'
import { SectionLinks, useSection } from '../shell/section-links.tsx'
import { profile as w } from '../words/profile.ts'

const sections = [
  { to: '/profile', label: w.sections.account },
  { to: '/profile/keys', label: w.sections.keys },
  { to: '/profile/two-factor', label: w.sections.twoFactor },
  { to: '/profile/sessions', label: w.sections.sessions },
  { to: '/profile/notifications', label: w.sections.notifications },
]

export const ProfileFrame = () => (
  <Stack maw={960}>
    <PageHead title={w.title} section={useSection(sections)?.label} />
    <SectionLinks label={w.title} sections={sections} />
    <Outlet />
  </Stack>
)
