import { Button, List, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Evidence, Impact, RootCause, Summary } from '../../api/schema.d.ts'
import { RecordLink } from '../../records/record-link.tsx'
import { Markdown } from '../../shell/markdown.tsx'
import { incidents } from '../../words/incidents.ts'
import { records } from '../../words/records.ts'

const { analysis: w } = incidents

type Propose = (text: string) => void

export function RootCauseFindings({ found, propose }: { found: RootCause; propose: Propose }) {
  const { probable_root_cause, confidence, resolution_steps, estimated_resolution_minutes } = found
  const asNote = [probable_root_cause, ...resolution_steps.map((step) => `- ${step}`)].join('\n')
  return (
    <Stack gap="xs">
      <Text component="div" size="sm">
        <Markdown text={probable_root_cause} />
      </Text>
      <Text size="sm">
        {incidents.confidence(confidence)}
        {estimated_resolution_minutes > 0 && `, ${w.usualDuration(estimated_resolution_minutes)}`}
      </Text>
      <Part title={w.steps} items={resolution_steps} />
      <Sources of={found.evidence} />
      <UseAsNote text={asNote} propose={propose} />
    </Stack>
  )
}

export const ImpactFindings = ({ found }: { found: Impact }) => (
  <Stack gap="xs">
    <Text size="sm" fw={600}>
      {w.impact(records.levels[found.level], found.affected_count)}
    </Text>
    <Part title={w.reasons} items={found.reasons} />
    <Part
      title={w.services}
      items={found.affected_services.map(({ id, name }) => (
        <RecordLink key={id} id={id} title={name} />
      ))}
    />
    <Part
      title={w.openIncidents}
      items={found.open_incidents.map(({ id, short_description }) => (
        <RecordLink key={id} id={id} title={short_description} />
      ))}
    />
    <Sources of={found.evidence} />
  </Stack>
)

export const SummaryFindings = ({ found, propose }: { found: Summary; propose: Propose }) => (
  <Stack gap="xs">
    <Text component="div" size="sm">
      <Markdown text={found.summary} />
    </Text>
    <Part
      title={w.keyNotes}
      items={found.key_notes.map(({ id, author, text }) => (
        <Text key={id} span size="sm">
          {author}: {text}
        </Text>
      ))}
    />
    <Part
      title={w.links}
      items={found.links.map(({ id, title }) => (
        <RecordLink key={id} id={id} title={title} />
      ))}
    />
    <UseAsNote text={found.summary} propose={propose} />
  </Stack>
)

const UseAsNote = ({ text, propose }: { text: string; propose: Propose }) => (
  <div>
    <Button size="compact-xs" variant="default" onClick={() => propose(text)}>
      {incidents.useAsNote}
    </Button>
  </div>
)

/** The evidence of an answer, as links. */
const Sources = ({ of }: { of: Evidence[] }) => (
  <Part
    title={w.evidence}
    items={of.map(({ id, statement }) => (
      <div key={id + statement}>
        <RecordLink id={id} title="" />
        <Text size="sm">{statement.startsWith(id) ? statement.slice(id.length).trim() : statement}</Text>
      </div>
    ))}
  />
)

function Part({ title, items }: { title: string; items: ReactNode[] }) {
  if (items.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={600} component="h3" m={0}>
        {title}
      </Text>
      <List size="sm">
        {items.map((item, index) => (
          // The list is shown once and never reordered.
          // oxlint-disable-next-line react/no-array-index-key
          <List.Item key={index} className="anywhere">
            {item}
          </List.Item>
        ))}
      </List>
    </div>
  )
}
