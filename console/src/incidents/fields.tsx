import { Alert, Button, Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError, type Answer } from '../api/client.ts'
import { Failure } from '../shell/failure.tsx'
import { words } from '../words.ts'
import { levels, priorities, when, type Incident } from './model.ts'

const { incidents: w } = words

const editable = [
  { field: 'short_description', label: w.summary },
  { field: 'priority', label: w.priority, choices: priorities.map((value) => ({ value, label: value })) },
  {
    field: 'impact',
    label: w.impact,
    choices: levels.map((value) => ({ value, label: words.levels[value] })),
  },
  {
    field: 'urgency',
    label: w.urgency,
    choices: levels.map((value) => ({ value, label: words.levels[value] })),
  },
  { field: 'category', label: w.category },
  { field: 'subcategory', label: w.subcategory },
  { field: 'assignment_group', label: w.group },
  { field: 'assigned_to', label: w.assignee },
  { field: 'ci_id', label: w.ci },
  { field: 'change_id', label: w.change },
] as const

type Field = (typeof editable)[number]['field']
type Draft = Partial<Record<Field, string | null>>

interface Props {
  answer: Answer<Incident>
  save: (patch: Partial<Incident>, etag: string | undefined) => Promise<unknown>
}

/** Everything that can be changed, in place; only what was changed is sent. */
export function Fields({ answer, save }: Props) {
  const incident = answer.body
  const [draft, setDraft] = useState<Draft>({})
  /** What stood there when the editing began. */
  const [base, setBase] = useState(answer)
  const [failure, setFailure] = useState<Error>()
  const isEditing = Object.keys(draft).length > 0
  const isBehind = isEditing && base.body.version !== incident.version
  const edit = (field: Field, value: string | null) => {
    if (!isEditing) setBase(answer)
    setDraft((before) => ({ ...before, [field]: value || null }))
  }
  const leave = () => {
    setDraft({})
    setFailure(undefined)
  }
  const problemOf = (field: Field) =>
    failure instanceof ApiError ? failure.errors.find((error) => error.field === field)?.message : undefined
  const submit = async (etag: string | undefined) => {
    try {
      await save(draft as Partial<Incident>, etag)
      leave()
    } catch (error) {
      setFailure(error as Error)
    }
  }
  return (
    <Paper withBorder p="md">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit(base.etag)
        }}
      >
        <Stack gap="xs">
          {editable.map((each) => {
            const { field, label } = each
            const value = draft[field] === undefined ? incident[field] : draft[field]
            const common = { label, size: 'sm' as const, error: problemOf(field) }
            const change = (next: string | null) => edit(field, next)
            return 'choices' in each ? (
              <Select
                key={field}
                {...common}
                data={[...each.choices]}
                value={value}
                onChange={change}
                allowDeselect={field !== 'priority'}
              />
            ) : (
              <TextInput
                key={field}
                {...common}
                value={value ?? ''}
                onChange={(event) => change(event.currentTarget.value)}
              />
            )
          })}
          {isBehind && (
            <Conflict draft={draft} theirs={incident} overwrite={() => void submit(answer.etag)} />
          )}
          {failure && !isBehind && <Failure error={failure} />}
          {isEditing && (
            <Group>
              {!isBehind && (
                <Button type="submit" size="sm">
                  {words.save}
                </Button>
              )}
              <Button size="sm" variant="default" onClick={leave}>
                {words.cancel}
              </Button>
            </Group>
          )}
          <Facts incident={incident} />
        </Stack>
      </form>
    </Paper>
  )
}

interface Clash {
  draft: Draft
  theirs: Incident
  overwrite: () => void
}

/** Both versions side by side; whoever has seen them may write over the other. */
function Conflict({ draft, theirs, overwrite }: Clash) {
  return (
    <Alert color="orange" title={w.conflict} role="alert">
      <Text size="sm">{w.conflictDetail}</Text>
      {(Object.keys(draft) as Field[]).map((field) => (
        <Text key={field} size="sm">
          {field}: {w.theirs} <q>{theirs[field] ?? words.none}</q>, {w.yours}{' '}
          <q>{draft[field] ?? words.none}</q>
        </Text>
      ))}
      <Button mt="sm" size="xs" variant="default" onClick={overwrite}>
        {w.overwrite}
      </Button>
    </Alert>
  )
}

function Facts({ incident }: { incident: Incident }) {
  const facts = [
    [w.openedBy, incident.opened_by],
    [w.created, when(incident.created_at)],
    [w.updated, when(incident.updated_at)],
    ...(incident.resolved_at ? [[w.resolved, when(incident.resolved_at)]] : []),
  ]
  return facts.map(([name, value]) => (
    <Text key={name} size="sm">
      {name}: {value}
    </Text>
  ))
}
