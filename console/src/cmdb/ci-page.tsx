import { Badge, Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Answer } from '../api/client.ts'
import type { Ci } from '../api/schema.d.ts'
import { useMe } from '../session/me.ts'
import { CriticalityBadge } from '../records/criticality.tsx'
import { useEditableRecord } from '../records/editing/editable-record.ts'
import { EditableTitle } from '../records/editing/editable-title.tsx'
import { recordPage } from '../records/record-page.tsx'
import { MoreActions } from '../records/more-actions.tsx'
import { RecordFrame } from '../records/record-frame.tsx'
import { lazyPart } from '../shell/lazy-parts.ts'
import { Loading } from '../shell/loading.tsx'
import { cmdb as w } from '../words/cmdb.ts'
import { nav } from '../words/shell.ts'
import { ciName } from './editable.ts'
import { Impact } from './impact.tsx'
import { path } from './model.ts'
import { Overview } from './overview.tsx'
import { useShow } from '../shell/use-show.ts'

const Graph = lazyPart(async () => (await import('./graph-view.tsx')).GraphView)

const route = getRouteApi('/cmdb/cis/$id')

export const CiPage = recordPage(path, { to: '/cmdb', label: nav.cmdb }, CiDetails)

function CiDetails({ answer }: { answer: Answer<Ci> }) {
  const ci = answer.body
  const { tab = 'overview', depth, as } = route.useSearch()
  const { may } = useMe()
  const record = useEditableRecord(path, answer, may('agents'))
  const show = useShow()
  return (
    <RecordFrame
      path={path}
      id={ci.id}
      version={ci.version}
      head={
        <>
          <Badge color="gray">{w.valueText(ci.class)}</Badge>
          <Badge color="gray">{w.valueText(ci.status)}</Badge>
          {ci.criticality && <CriticalityBadge criticality={ci.criticality} />}
        </>
      }
      actions={<MoreActions path={path} id={ci.id} question={w.deleteQuestion} list="/cmdb" />}
      title={<EditableTitle record={record} field={ciName} />}
    >
      <Tabs value={tab} onChange={(tab) => show({ tab: tab ?? undefined })} keepMounted={false}>
        <Tabs.List aria-label={w.tabList} mb="md">
          {Object.entries(w.tabs).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Overview answer={answer} record={record} />
        </Tabs.Panel>
        <Tabs.Panel value="graph">
          <Suspense fallback={<Loading />}>
            <Graph ci={ci} depth={depth ?? '2'} as={as} show={show} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="impact">
          <Impact ci={ci} direction="impact" depth={depth ?? '5'} show={show} />
        </Tabs.Panel>
        <Tabs.Panel value="dependencies">
          <Impact ci={ci} direction="dependencies" depth={depth ?? '5'} show={show} />
        </Tabs.Panel>
      </Tabs>
    </RecordFrame>
  )
}
