import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '../api/client.ts'
import { Markdown } from '../shell/markdown.tsx'
import { Section } from '../shell/section.tsx'
import { words } from '../words.ts'
import { Fields } from './fields.tsx'
import type { Draft } from './field-input.tsx'

interface Props<Item> {
  name: keyof Item & string
  label: string
  answer: Answer<Item>
  /** Absent if the text is read-only. */
  save: ((patch: Draft, etag: string | undefined) => Promise<unknown>) | undefined
}

/** A long text, rendered as Markdown and edited in place. */
export function Prose<Item extends { version: number }>({ name, label, answer, save }: Props<Item>) {
  const [isEditing, setEditing] = useState(false)
  const text = answer.body[name] as string | null
  if (!text && !save) return null
  const edit = save && !isEditing && (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() => setEditing(true)}
      aria-label={words.records.editOne(label)}
    >
      {words.records.edit}
    </Button>
  )
  return (
    <Section title={label} actions={edit}>
      {isEditing && save ? (
        <Fields
          fields={[{ name, label, kind: 'long', hint: words.records.markdown }]}
          answer={answer}
          save={save}
          leave={() => setEditing(false)}
        />
      ) : text ? (
        <Markdown text={text} />
      ) : (
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      )}
    </Section>
  )
}
