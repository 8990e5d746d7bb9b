import { Badge, Group, Text, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { remove, useList, useRefresh } from '../api/records.ts'
import type { OwnedApiKey } from '../api/schema.d.ts'
import { ChoiceFilter } from '../records/choice-filter.tsx'
import { Entries, Entry } from '../records/entries.tsx'
import { useSearchText } from '../records/use-search-text.ts'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Section } from '../shell/section.tsx'
import { notify } from '../shell/notify.ts'
import { When } from '../shell/time.tsx'
import { administration } from '../words/administration.ts'
import { profile } from '../words/profile.ts'
import { Roles } from './badges.tsx'
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

function Key({ apiKey: { id, name, owner, owner_name, ...key } }: { apiKey: OwnedApiKey }) {
  const refresh = useRefresh(path)
  const revoke = async () => {
    await remove(path, id)
    notify(profile.revoked)
    await refresh()
  }
  return (
    <Entry
      title={name}
      marks={
        <>
          <Roles roles={key.roles} />
          {!key.active && (
            <Badge size="sm" color="red">
              {key.revoked_at ? w.revoked : profile.expired}
            </Badge>
          )}
        </>
      }
      facts={[
        [w.owner, owner_name === owner ? owner : `${owner_name}, ${owner}`],
        [profile.created, <When at={key.created_at} />],
        [profile.expiresAt, <When at={key.expires_at} />],
        [profile.lastUsed, key.last_used_at ? <When at={key.last_used_at} /> : profile.neverUsed],
      ]}
      actions={
        !key.revoked_at && (
          <ConfirmButton
            label={profile.revoke}
            aria-label={profile.revokeOne(name)}
            question={w.revokeQuestion(name, owner)}
            act={revoke}
          />
        )
      }
    />
  )
}
