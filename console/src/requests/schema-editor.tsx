import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { catalog as w } from '../words/requests.ts'
import { FieldEditor } from './field-editor.tsx'
import { fromSchema, toSchema, type ItemField } from './item-fields.ts'
import type { Schema } from './item-form.ts'

interface Props {
  schema: Schema | null
  /** Undefined while what is typed is not a valid schema. */
  change: (schema: Schema | null | undefined) => void
  error?: string | undefined
  /** Missing names are marked, also in fields that nobody has begun to fill in. */
  isChecked: boolean
}

/** Edits the schema field by field if possible, otherwise as JSON. */
export function SchemaEditor({ schema, change, error, isChecked }: Props) {
  const [fields, setFields] = useState(() => fromSchema(schema))
  if (!fields) return <JsonEditor schema={schema} change={change} error={error} />
  const set = (next: ItemField[]) => {
    setFields(next)
    change(toSchema(next))
  }
  return <FieldEditor fields={fields} change={set} isChecked={isChecked} />
}

function parse(text: string): Schema | null | undefined {
  try {
    return JSON.parse(text || 'null') as Schema | null
  } catch {
    return undefined
  }
}

function JsonEditor({ schema, change, error }: Omit<Props, 'isChecked'>) {
  const [text, setText] = useState(() => JSON.stringify(schema, null, 2))
  const isJson = parse(text) !== undefined
  return (
    <Textarea
      label={w.asSchema}
      description={w.asSchemaHint}
      autosize
      minRows={8}
      maxRows={24}
      value={text}
      error={isJson ? error : w.notJson}
      styles={{ input: { fontFamily: 'monospace' } }}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        change(parse(value))
      }}
    />
  )
}
