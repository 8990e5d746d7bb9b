import { Alert, Button, List, Text } from '@mantine/core'
import { ApiError } from '../api/client.ts'
import { QueuedOfflineError, UnreachableError } from '../offline/send-or-queue.ts'
import { offline } from '../words/offline.ts'
import { shell } from '../words/shell.ts'
import { Dimmed } from './dimmed.ts'
import { lineOf, problemText } from './problem-text.ts'

interface Props {
  error: Error
  retry?: () => void
  /** What has failed. */
  title?: string | undefined
}

/** The error in words, with the request ID that an operator finds in the log. */
export function Failure({ error, retry, title = shell.problem }: Props) {
  if (error instanceof QueuedOfflineError)
    return (
      <Alert color="blue" title={offline.keptTitle} role="status">
        <Text size="sm">{error.message}</Text>
      </Alert>
    )
  // What cannot be read is read again when the service is back; the banner says that it is away.
  if (error instanceof UnreachableError && retry) return <Dimmed role="status">{offline.notNow}</Dimmed>
  const fields = error instanceof ApiError ? error.errors : []
  return (
    <Alert color="red" title={title} role="alert">
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
