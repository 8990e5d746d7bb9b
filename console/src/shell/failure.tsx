import { Alert, Button, List, Text } from '@mantine/core'
import { ApiError } from '../api/client.ts'
import { QueuedOfflineError } from '../offline/send-or-queue.ts'
import { offline } from '../words/offline.ts'
import { shell } from '../words/shell.ts'
import { lineOf, problemText } from './problem-text.ts'

/** The error in words, with the request ID that an operator finds in the log. */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  if (error instanceof QueuedOfflineError)
    return (
      <Alert color="blue" title={offline.keptTitle} role="status">
        <Text size="sm">{error.message}</Text>
      </Alert>
    )
  const fields = error instanceof ApiError ? error.errors : []
  return (
    <Alert color="red" title={shell.problem} role="alert">
      <Text size="sm">{problemText(error)}</Text>
      {fields.length > 1 && (
        <List size="sm">
          {fields.map((field) => (
            <List.Item key={field.field + field.message}>{lineOf(field)}</List.Item>
          ))}
        </List>
      )}
      {error instanceof ApiError && error.request_id && (
        <Text size="xs">{shell.request(error.request_id)}</Text>
      )}
      {retry && (
        <Button mt="sm" size="xs" variant="default" onClick={retry}>
          {shell.again}
        </Button>
      )}
    </Alert>
  )
}
