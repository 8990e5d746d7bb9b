import { Alert, Button, Code, CopyButton, Group, Text } from '@mantine/core'
import { catchFocus } from './catch-focus.ts'
import { shell } from '../words/shell.ts'

/** A secret that the service shows only once. */
export function Secret({ label, value }: { label: string; value: string }) {
  return (
    <Alert ref={catchFocus} tabIndex={-1} color="yellow" title={label} role="status">
      <Group gap="xs">
        <Code className="secret">{value}</Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? shell.copied : shell.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text size="sm" mt="xs">
        {shell.shownOnce}
      </Text>
    </Alert>
  )
}
