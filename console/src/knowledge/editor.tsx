import { Button, Group, Paper, SimpleGrid, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { useDeferredValue, type ReactNode } from 'react'
import { problemOf } from '../records/problems.ts'
import { Markdown } from '../shell/markdown.tsx'
import { words } from '../words.ts'
import type { Text as Written } from './model.ts'

const { knowledge: w } = words

interface Props {
  text: Written
  change: (text: Written) => void
  error: Error | null
  isBusy: boolean
  save: () => void
  cancel: () => void
  /** What has to be settled before it can be saved. */
  children?: ReactNode
  canSave: boolean
}

/** An article as it is written, and beside it as readers will see it. */
export function Editor({ text, change, error, isBusy, save, cancel, children, canSave }: Props) {
  const set = (part: Partial<Written>) => change({ ...text, ...part })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack>
        <TextInput
          label={w.name}
          required
          maxLength={255}
          value={text.title}
          error={problemOf(error, 'title')}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={w.category}
            maxLength={100}
            value={text.category ?? ''}
            error={problemOf(error, 'category')}
            onChange={(event) => set({ category: event.currentTarget.value || null })}
          />
          <TagsInput
            label={w.tags}
            placeholder={text.tags.length === 0 ? w.tagsHint : ''}
            value={text.tags}
            error={problemOf(error, 'tags')}
            onChange={(tags) => set({ tags })}
            acceptValueOnBlur
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Textarea
            label={w.body}
            description={w.bodyHint}
            autosize
            minRows={16}
            maxRows={40}
            value={text.body}
            error={problemOf(error, 'body')}
            onChange={(event) => set({ body: event.currentTarget.value })}
            classNames={{ input: 'monospace' }}
          />
          <Preview text={text.body} />
        </SimpleGrid>
        {children}
        <Group>
          {canSave && (
            <Button type="submit" loading={isBusy} disabled={text.title.trim() === ''}>
              {w.saveDraft}
            </Button>
          )}
          <Button variant="default" onClick={cancel}>
            {words.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** It may lag behind a long text: typing comes first. */
function Preview({ text }: { text: string }) {
  const shown = useDeferredValue(text)
  return (
    <Stack gap={4} component="section" aria-label={w.preview} miw={0}>
      <Text size="sm" fw={600}>
        {w.preview}
      </Text>
      <Paper withBorder p="md" flex={1}>
        {shown.trim() ? <Markdown text={shown} /> : <Text c="dimmed">{w.nothingYet}</Text>}
      </Paper>
    </Stack>
  )
}
