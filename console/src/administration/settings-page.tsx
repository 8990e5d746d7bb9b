import './settings.css'
import { Badge, Code, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../api/records.ts'
import type { Setting } from '../api/schema.d.ts'
import { Dimmed } from '../shell/dimmed.ts'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { Section } from '../shell/section.tsx'
import { settings as w } from '../words/settings.ts'
import { groupOf } from './setting-groups.ts'

/** What the service was started with; nothing can be changed here. */
export function SettingsPage() {
  const { data, error, refetch } = useRead('/settings')
  const [text, setText] = useState('')
  const [onlySet, setOnlySet] = useState(false)
  const found = (data?.data ?? []).filter(
    ({ name, description, source }) =>
      `${name} ${description}`.toLowerCase().includes(text.trim().toLowerCase()) &&
      (!onlySet || source === 'environment'),
  )
  return (
    <Stack>
      <Section title={w.title}>
        <Text size="sm">{w.hint}</Text>
        <Group gap="md">
          <TextInput
            type="search"
            aria-label={w.find}
            placeholder={w.find}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            flex="1 1 14rem"
            maw="24rem"
          />
          <Switch
            label={w.onlySet}
            checked={onlySet}
            onChange={(event) => setOnlySet(event.currentTarget.checked)}
          />
          <Dimmed role="status">{data && w.count(found.length)}</Dimmed>
        </Group>
        {error && <Failure error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data && found.length === 0 && <Empty text={w.none} />}
      </Section>
      {Object.entries(w.groups).map(([group, title]) => (
        <SettingGroup
          key={group}
          title={title}
          settings={found.filter(({ name }) => groupOf(name) === group)}
        />
      ))}
    </Stack>
  )
}

const SettingGroup = ({ title, settings }: { title: string; settings: readonly Setting[] }) =>
  settings.length > 0 && (
    <Section title={title}>
      <dl className="settings">
        {settings.map((setting) => (
          <div key={setting.name} className="setting">
            <dt>
              <Text size="sm" fw={600} className="anywhere">
                {setting.name}
              </Text>
              <Dimmed>{setting.description}</Dimmed>
            </dt>
            <dd>
              <Value setting={setting} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )

const Value = ({ setting: { value, source } }: { setting: Setting }) => (
  <Group gap="xs">
    {value ? (
      <Code className="anywhere">{value}</Code>
    ) : (
      <Dimmed>{value === null ? w.secret : w.empty}</Dimmed>
    )}
    {value && source === 'environment' && <Badge size="sm">{w.fromEnvironment}</Badge>}
  </Group>
)
