import './code.css'
import { Code, Group, Text } from '@mantine/core'
import { CopyAction } from '../shell/copy-action.tsx'
import { webhooks } from '../words/webhooks.ts'

/** A text with a copy button. */
export const Copyable = ({ label, text }: { label: string; text: string }) => (
  <div>
    <Group justify="space-between" gap="xs" mb={4}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Copy label={label} text={text} />
    </Group>
    <CodeText text={text} label={label} />
  </div>
)

export const Copy = ({ label, text }: { label: string; text: string }) => (
  <CopyAction value={text} size="compact-xs" aria-label={webhooks.copyOf(label)} />
)

/** Long text can be scrolled, also by keyboard. */
export const CodeText = ({ text, label }: { text: string; label: string }) => (
  <Code block className="code" tabIndex={0} role="region" aria-label={label}>
    {text}
  </Code>
)

/** JSON is indented; other text stays as it is. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
