import { Button, Group, Select, Stack, Text, TextInput, Textarea, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, call } from '../api/client.ts'
import { Failure } from '../shell/failure.tsx'
import { words } from '../words.ts'
import { priorities, type Incident } from './model.ts'

const { incidents: w } = words

interface Suggestion {
  value: string
  confidence: number
}
type Suggestions = Partial<Record<'category' | 'subcategory' | 'priority' | 'assignment_group', Suggestion>>

const emptyDraft = {
  short_description: '',
  description: '',
  priority: 'P3',
  category: '',
  subcategory: '',
  assignment_group: '',
}
type Draft = typeof emptyDraft

export function NewIncidentPage() {
  const navigate = useNavigate()
  const [draft, setDraft] = useState(emptyDraft)
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const create = useMutation({
    mutationFn: async () => {
      const given = Object.fromEntries(Object.entries(draft).filter(([, value]) => value.trim() !== ''))
      const headers = { 'idempotency-key': crypto.randomUUID() }
      return (await call<Incident>('POST', '/incidents', { body: given, headers })).body
    },
    onSuccess: ({ id }) => navigate({ to: '/incidents/$id', params: { id } }),
  })
  const problemOf = (field: keyof Draft) =>
    create.error instanceof ApiError
      ? create.error.errors.find((error) => error.field === field)?.message
      : undefined
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate()
      }}
    >
      <Stack maw={720}>
        <Title order={1}>{w.create}</Title>
        <TextInput
          label={w.summary}
          required
          maxLength={255}
          value={draft.short_description}
          error={problemOf('short_description')}
          onChange={(event) => set({ short_description: event.currentTarget.value })}
        />
        <Textarea
          label={w.description}
          autosize
          minRows={4}
          value={draft.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <Suggested draft={draft} apply={set} />
        <Group grow align="start">
          <Select
            label={w.priority}
            data={[...priorities]}
            value={draft.priority}
            onChange={(priority) => set({ priority: priority ?? 'P3' })}
            allowDeselect={false}
          />
          {(['category', 'subcategory', 'assignment_group'] as const).map((field) => (
            <TextInput
              key={field}
              label={field === 'assignment_group' ? w.group : w[field]}
              value={draft[field]}
              error={problemOf(field)}
              onChange={(event) => set({ [field]: event.currentTarget.value })}
            />
          ))}
        </Group>
        {create.error && <Failure error={create.error} />}
        <Button type="submit" loading={create.isPending}>
          {w.create}
        </Button>
      </Stack>
    </form>
  )
}

/** What the instance's own history would choose, a moment after one stops typing. */
function Suggested({ draft, apply }: { draft: Draft; apply: (change: Partial<Draft>) => void }) {
  const [text] = useDebouncedValue(`${draft.short_description}\n${draft.description}`.trim(), 600)
  const { data } = useQuery({
    queryKey: ['suggest', text],
    queryFn: async () => {
      const body = { text, suggest_for: ['category', 'priority', 'assignment_group'] }
      return (await call<{ suggestions: Suggestions }>('POST', '/ai/suggest', { body })).body.suggestions
    },
    enabled: text.length >= 10,
    retry: false,
  })
  const chosen = Object.entries(data ?? {}).filter(
    ([field, { value }]) => draft[field as keyof Draft] !== value,
  )
  if (chosen.length === 0) return null
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {w.suggestions}
      </Text>
      <Group gap="xs">
        {chosen.map(([field, { value, confidence }]) => (
          <Button key={field} size="xs" variant="light" onClick={() => apply({ [field]: value })}>
            {value} ({Math.round(100 * confidence)} %)
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
