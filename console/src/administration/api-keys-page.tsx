import { Group, Text, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useList } from '../api/records.ts'
import type { OwnedApiKey } from '../api/schema.d.ts'
import { ApiKeyEntry } from '../records/api-key-entry.tsx'
import { ChoiceFilter } from '../records/choice-filter.tsx'
import { Entries } from '../records/entries.tsx'
import { useSearchText } from '../records/use-search-text.ts'
import { Section } from '../shell/section.tsx'
import { administration } from '../words/administration.ts'
import { profile } from '../words/profile.ts'
import { useShow } from '../shell/use-show.ts'

const { apiKeys: w } = administration
const path = '/api-keys'
const route = getRouteApi('/administration/api-keys')

export function ApiKeysPage() {
  const list = useList(path, { ...route.useSearch() })
  return (
    <Section title={w.title}>
      <Text size="sm">{w.hint}</Text>
      <Filters />
      <Entries list={list} idOf={({ id }) => id} count={w.count} empty={w.none}>
        {(key) => <Key apiKey={key} />}
      </Entries>
    </Section>
  )
}

const activity = { true: administration.isActive, false: w.inactive }

function Filters() {
  const view = route.useSearch()
  const show = useShow()
  const text = useSearchText(view.owner, (owner) => show({ owner }))
  return (
    <Group align="end" gap="sm">
      <TextInput label={w.owner} placeholder={w.ownerHint} type="search" {...text} flex="1 1 12rem" />
      <ChoiceFilter
        name="active"
        label={administration.status}
        value={view.active}
        choices={activity}
        maw="14rem"
      />
    </Group>
  )
}

function Key({ apiKey }: { apiKey: OwnedApiKey }) {
  const { name, owner, owner_name, active, revoked_at } = apiKey
  return (
    <ApiKeyEntry
      apiKey={apiKey}
      path={path}
      ending={!active && (revoked_at ? w.revoked : profile.expired)}
      isRevoked={revoked_at !== null}
      question={w.revokeQuestion(name, owner)}
      facts={[[w.owner, owner_name === owner ? owner : `${owner_name}, ${owner}`]]}
    />
  )
}
