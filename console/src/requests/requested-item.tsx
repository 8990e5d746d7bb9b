import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Answer } from '../api/client.ts'
import { useRecord } from '../api/records.ts'
import type { ServiceRequest } from '../api/schema.d.ts'
import type { Draft, Field } from '../records/field-input.tsx'
import { Fields } from '../records/fields.tsx'
import { Values } from '../records/values.tsx'
import { Section } from '../shell/section.tsx'
import { words } from '../words.ts'
import { requestedFields } from './editable.ts'
import { fieldsFrom, fromDraft, toDraft, type Schema } from './item-form.ts'
import { catalogPath } from './model.ts'

const { requests: w } = words

interface Props {
  answer: Answer<ServiceRequest>
  save: ((patch: Draft, etag: string | undefined) => Promise<unknown>) | undefined
}

/** The requested item, with the labels of its fields. */
export function RequestedItem({ answer, save }: Props) {
  const { item, item_id } = answer.body
  return (
    <Section title={w.details}>
      <Text size="sm">
        {w.item}:{' '}
        {item_id ? (
          <Anchor component={Link} to={`/catalog/items/${item_id}` as never} underline="always" size="sm">
            {item}
          </Anchor>
        ) : (
          (item ?? words.none)
        )}
      </Text>
      {item_id ? (
        <ItemDetails id={item_id} answer={answer} save={save} />
      ) : (
        <Particulars schema={null} answer={answer} save={save} />
      )}
    </Section>
  )
}

/** A deleted item has no labels; the values are shown without them. */
function ItemDetails({ id, ...props }: Props & { id: string }) {
  const { data, error } = useRecord(catalogPath, id)
  return data || error ? <Particulars schema={data?.body.fields ?? null} {...props} /> : null
}

function Particulars({ schema, answer, save }: Props & { schema: Schema | null }) {
  const request = answer.body
  const known = fieldsFrom(schema)
  const others = Object.keys(request.variables).filter((name) => !(name in (schema?.properties ?? {})))
  const unknown: Field[] = others.map((name) => ({ name: `variables.${name}`, label: name }))
  const flat = {
    ...request,
    ...Object.fromEntries(others.map((name) => [`variables.${name}`, request.variables[name]])),
    ...toDraft(schema, request.variables),
  }
  if (!save || !['submitted', 'approved'].includes(request.state))
    return (
      <>
        <Values fields={[...known, ...unknown, ...requestedFields]} record={flat} />
        {save && (
          <Text size="xs" c="dimmed">
            {w.fixed}
          </Text>
        )}
      </>
    )
  return (
    <>
      <Values fields={unknown} record={flat} />
      <Fields
        fields={[...known, ...requestedFields]}
        answer={{ ...answer, body: flat }}
        save={(draft, etag) => save(toPatch(schema, draft, request), etag)}
      />
    </>
  )
}

/** Variables are replaced as a whole, so unchanged ones are included. */
function toPatch(schema: Schema | null, draft: Draft, { variables: before }: ServiceRequest): Draft {
  const { own, variables } = fromDraft(schema, draft, before)
  const isTouched = Object.keys(draft).length > Object.keys(own).length
  return { ...own, ...(isTouched && { variables }) }
}
