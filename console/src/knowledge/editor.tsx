import {
  Button,
  Fieldset,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useDeferredValue, type ReactNode } from 'react'
import { fieldError } from '../records/problems.ts'
import { Caption } from '../shell/dimmed.ts'
import { Markdown } from '../shell/markdown.tsx'
import { submitOnCtrlEnter } from '../shell/submit-on-ctrl-enter.ts'
import { withoutReload } from '../shell/without-reload.ts'
import { knowledge as w } from '../words/knowledge.ts'
import { shell } from '../words/shell.ts'
import type { Text as Written } from './model.ts'

interface Props {
  text: Written
  change: (text: Written) => void
  error: Error | null
  isBusy: boolean
  save: () => void
  cancel: () => void
  /** Conflicts to settle before saving. */
  children?: ReactNode
  canSave: boolean
}

/** The Markdown source of an article and a preview. Disabled while it is saved: what is typed then would be lost. */
export function Editor({ text, change, error, isBusy, save, cancel, children, canSave }: Props) {
  const set = (part: Partial<Written>) => change({ ...text, ...part })
  return (
    <form noValidate onSubmit={withoutReload(save)} onKeyDown={submitOnCtrlEnter}>
      <Stack>
        <Fieldset variant="unstyled" disabled={isBusy}>
          <Stack>
            <TextInput
              label={w.name}
              required
              maxLength={255}
              value={text.title}
              error={fieldError(error, 'title')}
              onChange={(event) => set({ title: event.currentTarget.value })}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput
                label={w.category}
                maxLength={100}
                value={text.category ?? ''}
                error={fieldError(error, 'category')}
                onChange={(event) => set({ category: event.currentTarget.value || null })}
              />
              <TagsInput
                label={w.tags}
                placeholder={text.tags.length === 0 ? w.tagsHint : ''}
                value={text.tags}
                error={fieldError(error, 'tags')}
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
                error={fieldError(error, 'body')}
                onChange={(event) => set({ body: event.currentTarget.value })}
                classNames={{ input: 'monospace' }}
              />
              <Preview text={text.body} />
            </SimpleGrid>
          </Stack>
        </Fieldset>
        {children}
        <Group>
          {canSave && (
            <Button type="submit" loading={isBusy} disabled={text.title.trim() === ''}>
              {w.saveDraft}
            </Button>
          )}
          <Button variant="default" onClick={cancel}>
            {shell.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Deferred, so that a long text does not slow down typing. */
function Preview({ text }: { text: string }) {
  const deferred = useDeferredValue(text)
  return (
    <Stack gap={2} component="section" aria-label={w.preview} miw={0}>
      <Text size="sm" fw={600}>
        {w.preview}
      </Text>
      <Caption>{w.previewHint}</Caption>
      <Paper withBorder p="md" flex={1}>
        {deferred.trim() ? <Markdown text={deferred} /> : <Text c="dimmed">{w.nothingToPreview}</Text>}
      </Paper>
    </Stack>
  )
}
