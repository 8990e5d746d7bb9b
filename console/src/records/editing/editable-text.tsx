import { Button, UnstyledButton } from '@mantine/core'
import { useRef, useState, type MouseEvent } from 'react'
import { Dimmed } from '../../shell/dimmed.ts'
import { Markdown } from '../../shell/markdown.tsx'
import { Section } from '../../shell/section.tsx'
import { records as w } from '../../words/records.ts'
import { shell } from '../../words/shell.ts'
import type { Field } from '../field-input.tsx'
import type { EditableRecord } from './editable-record.ts'
import { FieldEditor } from './field-editor.tsx'
import { SavedMark } from './field-status.tsx'
import { useField } from './use-field.ts'

/** Longer texts are folded, so that the activity stays in sight. */
const maxLines = 12
const isLong = (text: string) => text.length > 900 || text.split('\n').length > maxLines

/** A long text, rendered as Markdown; a click on it, or the button, makes it editable. */
export function EditableText({ record, field }: { record: EditableRecord; field: Field }) {
  const edit = useField(record, field)
  const [isUnfolded, setUnfolded] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const text = typeof edit.current === 'string' ? edit.current : ''
  if (!text && !record.save) return null
  const refocus = () =>
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('[data-edit]')?.focus())
  const click = (event: MouseEvent) => {
    const isLink = (event.target as Element).closest('a, button, pre') !== null
    if (record.save && !isLink && getSelection()?.isCollapsed !== false) edit.begin()
  }
  const button = record.save && !edit.edit && (
    <Button
      data-edit
      size="compact-xs"
      variant="default"
      onClick={edit.begin}
      aria-label={w.editOne(field.label)}
    >
      {w.edit}
    </Button>
  )
  return (
    <div ref={frame}>
      <Section
        title={field.label}
        actions={
          <span>
            <SavedMark label={field.label} edit={edit} /> {button}
          </span>
        }
      >
        {edit.edit ? (
          <FieldEditor field={{ ...field, kind: 'long', hint: w.longHint }} edit={edit} close={refocus} />
        ) : text ? (
          <>
            <div onClick={click} className={isLong(text) && !isUnfolded ? 'folded' : undefined}>
              <Markdown text={text} />
            </div>
            {isLong(text) && (
              <UnstyledButton className="plain" onClick={() => setUnfolded(!isUnfolded)}>
                {isUnfolded ? w.showLess : w.showAll}
              </UnstyledButton>
            )}
          </>
        ) : (
          <Dimmed onClick={click}>{shell.none}</Dimmed>
        )}
      </Section>
    </div>
  )
}
