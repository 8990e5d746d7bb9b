import { Button, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core'
import type { Ci } from '../api/schema.d.ts'
import type { EditableRecord } from '../records/editing/editable-record.ts'
import { FieldConflict, SavedMark } from '../records/editing/field-status.tsx'
import { useField, type FieldEdit } from '../records/editing/use-field.ts'
import { fieldText } from '../records/field-text.ts'
import { Failure } from '../shell/failure.tsx'
import { Section } from '../shell/section.tsx'
import { cmdb as w } from '../words/cmdb.ts'
import { records } from '../words/records.ts'
import { shell } from '../words/shell.ts'
import { rowProblem, rowsRecord, rowsText, type Row } from './attribute-rows.ts'

const field = { name: 'attribute_rows', label: w.attributes }

/** Attributes that an organisation defines for its items. */
export function Attributes({ record }: { record: EditableRecord }) {
  const edit = useField(rowsRecord(record), field)
  const attributes = Object.entries(record.values.attributes as Ci['attributes'])
  return (
    <Section
      title={w.attributes}
      actions={
        <span>
          <SavedMark label={w.attributes} edit={edit} />{' '}
          {record.save && !edit.edit && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={records.editOne(w.attributes)}
              onClick={edit.begin}
            >
              {records.edit}
            </Button>
          )}
        </span>
      }
    >
      {edit.edit ? (
        <Editor edit={edit} rows={edit.edit.value as Row[]} />
      ) : attributes.length === 0 ? (
        <Text size="sm">{w.noAttributes}</Text>
      ) : (
        <Stack gap="xs" component="dl" m={0}>
          {attributes.map(([name, value]) => (
            <div key={name}>
              <Text component="dt" size="sm" fw={500}>
                {name}
              </Text>
              <Text component="dd" size="sm" m={0} className="anywhere">
                {fieldText({}, value)}
              </Text>
            </div>
          ))}
        </Stack>
      )}
    </Section>
  )
}

const nameErrors = { missing: records.required, repeated: w.repeatedAttribute, none: undefined }

function Editor({ edit, rows }: { edit: FieldEdit; rows: Row[] }) {
  const set = (position: number, part: Partial<Row>) =>
    edit.change(rows.map((row, index) => (index === position ? { ...row, ...part } : row)))
  return (
    <Stack gap="xs">
      {rows.map(({ name, value }, i) => (
        <Group key={i} gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={w.attributeNo(i + 1)}
            placeholder={w.attribute}
            value={name}
            error={nameErrors[rowProblem(rows, i) ?? 'none']}
            onChange={(event) => set(i, { name: event.currentTarget.value })}
          />
          <TextInput
            flex={2}
            aria-label={w.valueNo(i + 1)}
            placeholder={w.value}
            value={value}
            onChange={(event) => set(i, { value: event.currentTarget.value })}
          />
          <CloseButton
            aria-label={w.removeAttribute(name || String(i + 1))}
            onClick={() => edit.change(rows.filter((_, index) => index !== i))}
          />
        </Group>
      ))}
      {edit.isConflict ? (
        <FieldConflict field={field} edit={edit} textOf={(rows) => rowsText(rows as Row[])} />
      ) : (
        edit.failure && <Failure error={edit.failure} />
      )}
      <Group>
        <Button size="xs" variant="default" onClick={() => edit.change([...rows, { name: '', value: '' }])}>
          {w.addAttribute}
        </Button>
        <Button size="xs" disabled={edit.isConflict} loading={edit.isBusy} onClick={() => void edit.commit()}>
          {shell.save}
        </Button>
        <Button size="xs" variant="default" onClick={edit.cancel}>
          {shell.cancel}
        </Button>
      </Group>
    </Stack>
  )
}
