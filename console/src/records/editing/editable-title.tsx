import { Title, UnstyledButton } from '@mantine/core'
import { useRef } from 'react'
import { usePageTitle } from '../../shell/page-head.tsx'
import { records } from '../../words/records.ts'
import type { Field } from '../field-input.tsx'
import type { EditableRecord } from './editable-record.ts'
import { FieldEditor } from './field-editor.tsx'
import { SavedMark } from './field-status.tsx'
import { useField } from './use-field.ts'

/** The heading of the page, which is also a field of the record. */
export function EditableTitle({ record, field }: { record: EditableRecord; field: Field }) {
  const edit = useField(record, field)
  const frame = useRef<HTMLDivElement>(null)
  const title = String(edit.current)
  usePageTitle(title)
  const refocus = () => requestAnimationFrame(() => frame.current?.querySelector('button')?.focus())
  return (
    <div ref={frame} className="record-title">
      {edit.edit ? (
        <FieldEditor field={field} edit={edit} close={refocus} />
      ) : (
        <>
          <Title order={1} size="h2" className="title">
            {record.save ? (
              <UnstyledButton className="editable-value" title={records.clickToEdit} onClick={edit.begin}>
                {title}
              </UnstyledButton>
            ) : (
              title
            )}
          </Title>
          <SavedMark label={field.label} edit={edit} />
        </>
      )}
    </div>
  )
}
