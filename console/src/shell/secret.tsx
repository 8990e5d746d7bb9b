import { Alert, Code, Group, Text } from '@mantine/core'
import { shell } from '../words/shell.ts'
import { catchFocus } from './catch-focus.ts'
import { CopyAction } from './copy-action.tsx'

/** A secret that the service shows only once. */
export function Secret({ label, value }: { label: string; value: string }) {
  return (
    <Alert ref={catchFocus} tabIndex={-1} color="yellow" title={label} role="status">
      <Group gap="xs">
        <Code className="secret">{value}</Code>
        <CopyAction value={value} />
      </Group>
      <Text size="sm" mt="xs">
        {shell.shownOnce}
      </Text>
    </Alert>
  )
}
