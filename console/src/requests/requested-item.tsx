import { Stack, Text } from '@mantine/core'
import { useRecord } from '../api/records.ts'
import type { ServiceRequest } from '../api/schema.d.ts'
import { EditableFields } from '../records/editing/editable-fields.tsx'
import { fixedIf, type EditableRecord } from '../records/editing/editable-record.ts'
import { FixedNote } from '../records/editing/fixed-note.tsx'
import type { Field } from '../records/field-input.tsx'
import { AnchorLink } from '../shell/links.tsx'
import { Section } from '../shell/section.tsx'
import { requests as w } from '../words/requests.ts'
import { shell } from '../words/shell.ts'
import { isFixed, requestedFields } from './editable.ts'
import { flatRecord } from './flat-record.ts'
import { fieldsFrom, type Schema } from './item-form.ts'
import { catalogPath } from './model.ts'

interface Props {
  request: ServiceRequest
  record: EditableRecord
}

export function RequestedItem({ request, record }: Props) {
  const { item, item_id } = request
  return (
    <Section title={w.details}>
      <Text size="sm">
        {w.item}:{' '}
        {item_id ? (
          <AnchorLink to="/catalog/items/$id" params={{ id: item_id }} underline="always" size="sm">
            {item}
          </AnchorLink>
        ) : (
          (item ?? shell.none)
        )}
      </Text>
      {item_id ? (
        <ItemDetails id={item_id} request={request} record={record} />
      ) : (
        <Particulars schema={null} request={request} record={record} />
      )}
    </Section>
  )
}

/** A deleted item has no labels; the values are shown without them. Until they are loaded, only their place is kept. */
function ItemDetails({ id, ...props }: Props & { id: string }) {
  const { data, error } = useRecord(catalogPath, id)
  return (
    <Stack gap="sm" style={{ visibility: data || error ? 'visible' : 'hidden' }}>
      <Particulars schema={data?.body.fields ?? null} {...props} />
    </Stack>
  )
}

/** Editable until fulfilment begins. */
function Particulars({ schema, request, record }: Props & { schema: Schema | null }) {
  const known = fieldsFrom(schema)
  const others = Object.keys(request.variables).filter((name) => !(name in (schema?.properties ?? {})))
  const unknown: Field[] = others.map((name) => ({ name: `variables.${name}`, label: name }))
  const flat = flatRecord(schema, record)
  const content = fixedIf(isFixed(request.state), flat)
  return (
    <>
      <EditableFields record={fixedIf(true, flat)} fields={unknown} />
      <EditableFields record={content} fields={[...known, ...requestedFields]} />
      <FixedNote record={record} content={content} />
    </>
  )
}
