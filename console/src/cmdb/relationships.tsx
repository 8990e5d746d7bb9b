import { Button, CloseButton, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '../api/client.ts'
import type { Ci, Relationship } from '../api/schema.d.ts'
import { choicesOf } from '../records/choices-from.ts'
import { useListEdit } from '../records/editing/use-list-edit.ts'
import { FieldInput } from '../records/field-input.tsx'
import { Picker } from '../records/picker.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { useKeptFocus } from '../records/use-kept-focus.ts'
import { useMe } from '../session/me.ts'
import { Failure } from '../shell/failure.tsx'
import { Section } from '../shell/section.tsx'
import { cmdb as w } from '../words/cmdb.ts'
import { records } from '../words/records.ts'
import { path, usual } from './model.ts'

const incomingAtFirst = 20

/** Outgoing relationships, which can be edited here, and incoming ones. */
export function Relationships({ answer }: { answer: Answer<Ci> }) {
  const ci = answer.body
  const { may } = useMe()
  const { edit, failure } = useListEdit(path, answer)
  const without = (one: Relationship) => (all: readonly Relationship[]) =>
    all.filter(({ type, ci_id }) => type !== one.type || ci_id !== one.ci_id)
  const add = (one: Relationship) => edit<Relationship>('relationships', (all) => [...without(one)(all), one])
  const { relationships, related_from: fromOthers = [] } = ci
  const [isAll, setAll] = useState(false)
  const shown = isAll ? fromOthers : fromOthers.slice(0, incomingAtFirst)
  return (
    <Section title={w.relationships}>
      <Stack gap="sm" {...useKeptFocus()}>
        {relationships.length + fromOthers.length === 0 && <Text size="sm">{w.noRelationships}</Text>}
        {relationships.map((relationship) => (
          <Group key={relationship.type + relationship.ci_id} gap="xs">
            <Text size="sm">{w.to(relationship.type)}</Text>
            <RecordLink id={relationship.ci_id} />
            {may('agents') && (
              <CloseButton
                size="sm"
                aria-label={records.unlink(`${w.readableType(relationship.type)} ${relationship.ci_id}`)}
                onClick={() => edit('relationships', without(relationship))}
              />
            )}
          </Group>
        ))}
        {shown.map(({ type, ci_id, name }) => (
          <Group key={type + ci_id} gap="xs">
            <RecordLink id={ci_id} title={name} />
            <Text size="sm">{w.fromOther(type)}</Text>
          </Group>
        ))}
        {shown.length < fromOthers.length && (
          <Group>
            <Button size="xs" variant="default" onClick={() => setAll(true)}>
              {w.showIncoming(fromOthers.length)}
            </Button>
          </Group>
        )}
        {failure && <Failure error={failure} />}
        {may('agents') && <Add add={add} own={ci.id} />}
      </Stack>
    </Section>
  )
}

function Add({ add, own }: { add: (relationship: Relationship) => void; own: string }) {
  const [type, setType] = useState(w.readableType('depends_on'))
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <FieldInput
        field={{
          name: 'type',
          label: w.type,
          kind: 'suggest',
          choices: choicesOf(usual.type.map(w.readableType)),
          hint: w.typeHint,
        }}
        value={type}
        error={undefined}
        change={(value) => setType((value as string | null) ?? '')}
      />
      <Picker
        kind="ci"
        label={w.other}
        without={[own]}
        pick={(ci_id) => add({ type: w.storedType(type), ci_id })}
      />
    </SimpleGrid>
  )
}
