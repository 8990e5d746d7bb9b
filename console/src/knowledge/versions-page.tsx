import { Group, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, bodyOf, ifMatch } from '../api/client.ts'
import { usePart, useRecord, useRefresh } from '../api/records.ts'
import type { ArticleVersionSummary } from '../api/schema.d.ts'
import { Loaded } from '../records/loaded.tsx'
import { useMe } from '../session/me.ts'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Caption } from '../shell/dimmed.ts'
import { Failure } from '../shell/failure.tsx'
import { AnchorLink } from '../shell/links.tsx'
import { Loading } from '../shell/loading.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { PersonName } from '../records/person.tsx'
import { Section } from '../shell/section.tsx'
import { notify } from '../shell/notify.ts'
import { when, When } from '../shell/time.tsx'
import { knowledge as w } from '../words/knowledge.ts'
import { Difference } from './difference-view.tsx'
import { path } from './model.ts'
import { asLines } from './text.ts'

const route = getRouteApi('/knowledge/$id/versions')

/** The versions of an article, and the difference between any two of them. */
export function VersionsPage() {
  const { id } = route.useParams()
  const versions = usePart(`${path}/{id}/versions`, id, { limit: '200' })
  return (
    <Stack>
      <PageHead
        title={w.versionsOf(id)}
        before={
          <AnchorLink to="/knowledge/$id" params={{ id }} size="sm">
            {w.openArticle(id)}
          </AnchorLink>
        }
      />
      <Loaded query={versions}>
        {({ data, total }) => (
          <>
            {total > data.length && <Text size="sm">{w.newestVersions(data.length, total)}</Text>}
            <Versions key={id} id={id} versions={data} />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function Versions({ id, versions }: { id: string; versions: ArticleVersionSummary[] }) {
  const newest = versions[0]!.version
  const [chosen, choose] = useState<{ older?: number; newer?: number }>({})
  const newer = chosen.newer ?? newest
  const older = chosen.older ?? versions[1]?.version ?? newest
  const data = versions.map(({ version, state, at }) => ({
    value: String(version),
    label: w.versionLabel(version, w.states[state], when(at)),
  }))
  return (
    <>
      {versions.length === 1 ? (
        <Text size="sm">{w.oneVersion}</Text>
      ) : (
        <Section title={w.difference} actions={<Restore id={id} version={older} newest={newest} />}>
          <Group align="end" gap="sm">
            {Object.entries({ older, newer }).map(([which, version]) => (
              <Select
                key={which}
                label={which === 'older' ? w.olderVersion : w.newerVersion}
                data={data}
                value={String(version)}
                onChange={(value) => choose({ ...chosen, [which]: Number(value) })}
                allowDeselect={false}
                flex="1 1 14rem"
              />
            ))}
          </Group>
          <VersionComparison id={id} older={older} newer={newer} />
        </Section>
      )}
      <Section title={w.versions}>
        {versions.map(({ version, title, state, author, at }) => (
          <div key={version}>
            <Text size="sm" className="anywhere">
              {version}: {title}
            </Text>
            <Caption className="anywhere">
              {w.states[state]}, <PersonName email={author} withoutInitials />, <When at={at} />
            </Caption>
          </div>
        ))}
      </Section>
    </>
  )
}

/** A version never changes, so it is read once. */
const useVersion = (id: string, version: number) =>
  useQuery({
    queryKey: [path, id, 'version', version],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/knowledge/articles/{id}/versions/{version}', { params: { path: { id, version } }, signal }),
      ),
    staleTime: Infinity,
  })

function VersionComparison({ id, older, newer }: { id: string; older: number; newer: number }) {
  const [before, after] = [useVersion(id, older), useVersion(id, newer)]
  const error = before.error ?? after.error
  if (error) return <Failure error={error} />
  if (!before.data || !after.data) return <Loading />
  return <Difference before={asLines(before.data)} after={asLines(after.data)} />
}

function Restore({ id, version, newest }: { id: string; version: number; newest: number }) {
  const { may } = useMe()
  const refresh = useRefresh(path)
  const { data } = useRecord(path, id)
  if (!may('editors') || version === newest) return null
  const restore = async () => {
    await api.POST('/knowledge/articles/{id}/versions/{version}/restore', {
      params: { path: { id, version } },
      ...ifMatch(data?.etag),
    })
    notify(w.restored(version))
    await refresh(id)
  }
  return <ConfirmButton label={w.restore(version)} question={w.restoreDetail(version)} act={restore} />
}
