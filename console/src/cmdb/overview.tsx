import { Grid, Stack } from '@mantine/core'
import { at } from '../api/paths.ts'
import type { Answer } from '../api/client.ts'
import type { Ci } from '../api/schema.d.ts'
import { Details, useSave } from '../records/details.tsx'
import { History } from '../records/history.tsx'
import { when } from '../shell/time.tsx'
import { words } from '../words.ts'
import { Attributes } from './attributes.tsx'
import { editable } from './editable.ts'
import { path } from './model.ts'
import { OpenRecords } from './open-records.tsx'
import { Relationships } from './relationships.tsx'

const { cmdb: w } = words

export function Overview({ answer }: { answer: Answer<Ci> }) {
  const ci = answer.body
  const save = useSave(path, ci.id)
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
          <Attributes key={JSON.stringify(ci.attributes)} answer={answer} save={save} />
          <History path={path} id={ci.id} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Details
          fields={editable}
          answer={answer}
          save={save}
          facts={[
            ...(ci.discovery_source ? [[w.source, ci.discovery_source] as const] : []),
            ...(ci.first_discovered_at ? [[w.firstSeen, when(ci.first_discovered_at)] as const] : []),
            ...(ci.last_discovered_at ? [[w.lastSeen, when(ci.last_discovered_at)] as const] : []),
          ]}
        />
      </Grid.Col>
    </Grid>
  )
}
