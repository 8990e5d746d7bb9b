import { Text } from '@mantine/core'
import { records } from '../../words/records.ts'
import type { EditableRecord } from './editable-record.ts'

/** Tells those who may edit the record that its content is fixed. */
export const FixedNote = ({ record, content }: Record<'record' | 'content', EditableRecord>) =>
  record.save &&
  !content.save && (
    <Text size="xs" c="dimmed">
      {records.fixed}
    </Text>
  )
