import { Alert, Button, List, Text } from '@mantine/core'
import { ApiError } from '../api/client.ts'
import { words } from '../words.ts'
import { readable } from './readable.ts'

/** The error message of the service, with the request ID that an operator finds in the log. */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  const fields = error instanceof ApiError ? error.errors : []
  return (
    <Alert color="red" title={words.problem} role="alert">
      <Text size="sm">{readable(error.message)}</Text>
      {fields.length > 1 && (
        <List size="sm">
          {fields.map(({ field, message }) => (
            <List.Item key={field + message}>{readable(message)}</List.Item>
          ))}
        </List>
      )}
      {error instanceof ApiError && error.request_id && (
        <Text size="xs">{words.request(error.request_id)}</Text>
      )}
      {retry && (
        <Button mt="sm" size="xs" variant="default" onClick={retry}>
          {words.again}
        </Button>
      )}
    </Alert>
  )
}
