import { Stack, Text, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useList } from '../api/records.ts'
import type { ExternalReference } from '../api/schema.d.ts'
import { Entries, Entry } from '../records/entries.tsx'
import { useSearchText } from '../records/use-search-text.ts'
import { AnchorLink } from '../shell/links.tsx'
import { pageOfRecord } from '../shell/record-pages.ts'
import { Section } from '../shell/section.tsx'
import { When } from '../shell/time.tsx'
import { useShow } from '../shell/use-show.ts'
import { settings } from '../words/settings.ts'
import { ImportIncidents } from './import-incidents.tsx'

const { imports: w } = settings
const route = getRouteApi('/administration/imports')

export function ImportsPage() {
  const { system } = route.useSearch()
  const list = useList('/external-references', { system, sort: 'imported_at', order: 'desc' })
  const show = useShow()
  const text = useSearchText(system, (system) => show({ system: system?.toLowerCase() }))
  return (
    <Stack>
      <ImportIncidents />
      <Section title={w.records}>
        <Text size="sm">{w.recordsHint}</Text>
        <TextInput label={w.system} placeholder={w.systemHint} type="search" {...text} maw="16rem" />
        <Entries list={list} idOf={({ id }) => id} count={w.recordCount} empty={w.recordsNone}>
          {(reference) => <Reference reference={reference} />}
        </Entries>
      </Section>
    </Stack>
  )
}

const Reference = ({ reference }: { reference: ExternalReference }) => (
  <Entry
    title={
      reference.subject_type === 'note' ? (
        w.note
      ) : (
        <AnchorLink to={pageOfRecord(reference.subject_id)}>{reference.subject_id}</AnchorLink>
      )
    }
    facts={[
      [w.system, reference.system],
      [w.externalId, reference.external_id],
      [w.imported, <When at={reference.imported_at} />],
    ]}
  />
)
