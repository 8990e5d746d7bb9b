import { Button, Checkbox, Fieldset, Group, SimpleGrid, Stack, TagsInput, TextInput } from '@mantine/core'
import { FieldInput } from '../records/field-input.tsx'
import { isRepeated } from '../records/is-repeated.ts'
import { Dimmed } from '../shell/dimmed.ts'
import { catalog as w } from '../words/requests.ts'
import { records } from '../words/records.ts'
import { kindChoices } from './editable.ts'
import { emptyField, hasChoices, type ItemField, type ItemKind } from './item-fields.ts'

interface Props {
  fields: readonly ItemField[]
  change: (fields: ItemField[]) => void
  isChecked: boolean
}

const nameFrom = (label: string) =>
  label
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '')

/** Edits the fields of a catalogue item one by one. */
export function FieldEditor({ fields, change, isChecked }: Props) {
  const set = (index: number, part: Partial<ItemField>) =>
    change(fields.map((field, at) => (at === index ? { ...field, ...part } : field)))
  const names = fields.map(({ name }) => name)
  return (
    <Stack gap="sm">
      <Dimmed>{fields.length === 0 ? w.noFields : w.fieldsHint}</Dimmed>
      {fields.map((field, index) => (
        <OneField
          key={index}
          index={index}
          field={field}
          isChecked={isChecked}
          isRepeated={field.name !== '' && isRepeated(names, index)}
          set={(part) => set(index, part)}
          remove={() => change(fields.filter((_, at) => at !== index))}
        />
      ))}
      <Group>
        <Button size="xs" variant="default" onClick={() => change([...fields, emptyField])}>
          {w.addField}
        </Button>
      </Group>
    </Stack>
  )
}

interface OneFieldProps {
  index: number
  field: ItemField
  isChecked: boolean
  /** Another field has the same name. */
  isRepeated: boolean
  set: (part: Partial<ItemField>) => void
  remove: () => void
}

function OneField({ index, field, isChecked, isRepeated, set, remove }: OneFieldProps) {
  const isMissing = field.name.trim() === '' && (isChecked || field.label !== '')
  const setLabel = (label: string) =>
    set({ label, ...(field.name === nameFrom(field.label) && { name: nameFrom(label) }) })
  return (
    <Fieldset legend={w.field(index + 1)}>
      <Stack gap="xs">
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput
            label={w.fieldLabel}
            required
            value={field.label}
            error={isMissing && field.label === '' && records.required}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <TextInput
            label={w.fieldName}
            required
            value={field.name}
            error={isRepeated ? w.repeatedName : isMissing && records.required}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <FieldInput
            field={{ name: 'kind', label: w.fieldKind, kind: 'choice', choices: kindChoices, required: true }}
            value={field.kind}
            error={undefined}
            change={(kind) => set({ kind: kind as ItemKind, keywords: {} })}
          />
        </SimpleGrid>
        {hasChoices(field.kind) && (
          <TagsInput
            label={w.fieldChoices}
            value={field.choices}
            onChange={(choices) => set({ choices })}
            acceptValueOnBlur
          />
        )}
        <TextInput
          label={w.fieldHint}
          value={field.hint}
          onChange={(event) => set({ hint: event.currentTarget.value })}
        />
        <Group justify="space-between">
          <Checkbox
            label={w.fieldRequired}
            checked={field.isRequired}
            onChange={(event) => set({ isRequired: event.currentTarget.checked })}
          />
          <Button
            size="compact-xs"
            variant="default"
            onClick={remove}
            aria-label={w.removeField(field.label || String(index + 1))}
          >
            {records.remove}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  )
}
