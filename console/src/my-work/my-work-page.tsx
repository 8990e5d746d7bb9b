import './my-work.css'
import { Grid, Stack } from '@mantine/core'
import { Suspense } from 'react'
import { useMe } from '../session/me.ts'
import { lazyPart } from '../shell/lazy-parts.ts'
import { Loading } from '../shell/loading.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { myWork } from '../words/my-work.ts'
import { Approvals } from './approvals.tsx'
import { Mine } from './mine.tsx'
import { OtherWork } from './other-work.tsx'
import { Requested } from './requested.tsx'
import { Unassigned } from './unassigned.tsx'
import { Watched } from './watched.tsx'

const FirstRun = lazyPart(async () => (await import('../first-run/first-run.tsx')).FirstRun)

/** Container widths, because the copilot panel may take a part of the window. */
const widths = { xs: '20rem', sm: '36rem', md: '52rem', lg: '70rem', xl: '90rem' }

/** The home page: what waits for the current user. */
export function MyWorkPage() {
  const { me, may } = useMe()
  if (!me) return <Loading />
  const isAgent = may('agents')
  return (
    <Stack className="in-order">
      <PageHead title={myWork.title} />
      {may('admins') && (
        <Suspense fallback={<Loading />}>
          <FirstRun />
        </Suspense>
      )}
      <Grid type="container" breakpoints={widths}>
        {isAgent && (
          <Grid.Col span={{ base: 12, md: 8 }}>
            <Stack className="in-order">
              <Mine email={me.email} />
              <Unassigned email={me.email} groups={me.groups} />
            </Stack>
          </Grid.Col>
        )}
        <Grid.Col span={{ base: 12, md: isAgent ? 4 : 8 }}>
          <Stack className="in-order">
            {may('approvers') && <Approvals />}
            {isAgent && <OtherWork email={me.email} />}
            <Requested email={me.email} />
            <Watched />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}
