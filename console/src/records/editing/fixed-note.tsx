import { Caption } from '../../shell/dimmed.ts'
import { records } from '../../words/records.ts'
import type { EditableRecord } from './editable-record.ts'

/** Tells those who may edit the record that its content is fixed. */
export const FixedNote = ({ record, content }: Record<'record' | 'content', EditableRecord>) =>
  record.save && !content.save && <Caption>{records.fixed}</Caption>
