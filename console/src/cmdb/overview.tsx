import { Grid, Paper, Stack } from '@mantine/core'
import { at } from '../api/paths.ts'
import type { Answer } from '../api/client.ts'
import { useChange } from '../api/records.ts'
import type { Ci } from '../api/schema.d.ts'
import { Facts } from '../records/facts.tsx'
import type { Draft } from '../records/field-input.tsx'
import { Fields } from '../records/fields.tsx'
import { History } from '../records/history.tsx'
import { Values } from '../records/values.tsx'
import { useMe } from '../session/me.ts'
import { when } from '../shell/time.tsx'
import { words } from '../words.ts'
import { Attributes } from './attributes.tsx'
import { editable } from './editable.ts'
import { path } from './model.ts'
import { OpenRecords } from './open-records.tsx'
import { Relationships } from './relationships.tsx'

const { cmdb: w, records } = words

export function Overview({ answer }: { answer: Answer<Ci> }) {
  const ci = answer.body
  const { may } = useMe()
  const { mutateAsync } = useChange(path, ci.id)
  const save = (patch: Draft, etag: string | undefined) => mutateAsync({ patch, etag })
  const saveIfMay = may('agents') ? save : undefined
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack>
          <Relationships answer={answer} />
          <OpenRecords
            kind="incident"
            path={at('/cmdb/cis/{id}/incidents', { id: ci.id })}
            title={w.openIncidents}
          />
          <OpenRecords
            kind="change"
            path={at('/cmdb/cis/{id}/changes', { id: ci.id })}
            title={w.openChanges}
          />
          <Attributes key={JSON.stringify(ci.attributes)} answer={answer} save={saveIfMay} />
          <History path={path} id={ci.id} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Paper withBorder p="md">
          {saveIfMay ? (
            <Fields fields={editable} answer={answer} save={saveIfMay} />
          ) : (
            <Values fields={editable} record={ci} />
          )}
          <Facts
            facts={[
              ...(ci.discovery_source ? [[w.source, ci.discovery_source] as const] : []),
              ...(ci.first_discovered_at ? [[w.firstSeen, when(ci.first_discovered_at)] as const] : []),
              ...(ci.last_discovered_at ? [[w.lastSeen, when(ci.last_discovered_at)] as const] : []),
              [records.created, when(ci.created_at)],
              [records.updated, when(ci.updated_at)],
            ]}
          />
        </Paper>
      </Grid.Col>
    </Grid>
  )
}
