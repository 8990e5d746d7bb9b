import { hasValue, type Fact } from '../facts.tsx'
import type { Field } from '../field-input.tsx'
import { EditableField } from './editable-field.tsx'
import { fixedIf, type EditableRecord } from './editable-record.ts'

interface Props {
  record: EditableRecord
  fields: readonly Field[]
  /** Those of the fields that cannot be edited now. */
  fixed?: readonly Field[]
  /** Values that the service maintains. */
  facts?: readonly Fact[]
}

/** Labels and values side by side; each value is edited and saved for itself. */
export const EditableFields = ({ record, fields, fixed = [], facts = [] }: Props) => (
  <dl className="details">
    {fields.map((field) => (
      <div key={field.name}>
        <dt>{field.label}</dt>
        <dd>
          <EditableField record={fixedIf(fixed.includes(field), record)} field={field} />
        </dd>
      </div>
    ))}
    {facts.filter(hasValue).map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
