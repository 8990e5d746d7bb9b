import { Badge, Button, Group } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../api/client.ts'
import { useChange, useRecord } from '../api/records.ts'
import type { CatalogItem } from '../api/schema.d.ts'
import { Activity } from '../records/activity/activity.tsx'
import { EditableFields } from '../records/editing/editable-fields.tsx'
import { useEditableRecord } from '../records/editing/editable-record.ts'
import { EditableText } from '../records/editing/editable-text.tsx'
import { EditableTitle } from '../records/editing/editable-title.tsx'
import { LoadedRecord } from '../records/loaded-record.tsx'
import { MoreActions } from '../records/more-actions.tsx'
import { RecordFrame } from '../records/record-frame.tsx'
import { fieldError } from '../records/problems.ts'
import { useMe } from '../session/me.ts'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Failure } from '../shell/failure.tsx'
import { ButtonLink } from '../shell/links.tsx'
import { Section } from '../shell/section.tsx'
import { notify } from '../shell/notify.ts'
import { catalog as w } from '../words/requests.ts'
import { records } from '../words/records.ts'
import { nav, shell } from '../words/shell.ts'
import { itemDescription, itemFields, itemName, itemParticulars } from './editable.ts'
import type { Schema } from './item-form.ts'
import { catalogPath } from './model.ts'
import { SchemaEditor } from './schema-editor.tsx'

const route = getRouteApi('/catalog/items/$id')

export function ItemPage() {
  const { id } = route.useParams()
  const query = useRecord(catalogPath, id)
  return (
    <LoadedRecord query={query} id={id} list={{ to: '/catalog', label: nav.catalog }}>
      {(answer) => <ItemDetails key={id} answer={answer} />}
    </LoadedRecord>
  )
}

function ItemDetails({ answer }: { answer: Answer<CatalogItem> }) {
  const item = answer.body
  const isManager = useMe().may('managers')
  const record = useEditableRecord(catalogPath, answer, isManager)
  const change = useChange(catalogPath, item.id)
  return (
    <RecordFrame
      path={catalogPath}
      id={item.id}
      version={item.version}
      head={
        !item.active && (
          <Badge variant="light" color="orange">
            {w.retired}
          </Badge>
        )
      }
      actions={
        <Actions
          item={item}
          offer={(active) => change.mutateAsync({ patch: { active }, etag: answer.etag })}
        />
      }
      title={<EditableTitle record={record} field={itemName} />}
      notices={change.error && <Failure error={change.error} />}
      side={
        <Section title={records.details}>
          <EditableFields record={record} fields={itemParticulars} />
        </Section>
      }
    >
      <EditableText record={record} field={itemDescription} />
      {isManager && <ItemFieldsEditor answer={answer} />}
      <Activity path={catalogPath} id={item.id} fields={itemFields} />
    </RecordFrame>
  )
}

interface ActionsProps {
  item: CatalogItem
  offer: (active: boolean) => Promise<unknown>
}

function Actions({ item: { id, active }, offer }: ActionsProps) {
  const { may } = useMe()
  return (
    <>
      {active && may('agents') && (
        <ButtonLink to="/requests/new" search={{ item: id }} size="xs">
          {w.request}
        </ButtonLink>
      )}
      {may('managers') &&
        (active ? (
          <ConfirmButton label={w.retire} question={w.retireQuestion} act={() => offer(false)} />
        ) : (
          <Button size="xs" variant="default" onClick={() => void offer(true).catch(() => {})}>
            {w.restore}
          </Button>
        ))}
      <MoreActions path={catalogPath} id={id} question={w.deleteQuestion} list="/catalog" />
    </>
  )
}

/** The form definition is saved as a whole. */
function ItemFieldsEditor({ answer }: { answer: Answer<CatalogItem> }) {
  const [base, setBase] = useState(answer)
  const [schema, setSchema] = useState<Schema | null | undefined>(answer.body.fields)
  const [round, setRound] = useState(0)
  const change = useChange(catalogPath, answer.body.id)
  const isChanged = JSON.stringify(schema) !== JSON.stringify(base.body.fields)
  const begin = (from: Answer<CatalogItem>) => {
    setBase(from)
    setSchema(from.body.fields)
    setRound(round + 1)
  }
  // Changes by others are shown immediately, unless the user is editing: then the service detects the
  // conflict.
  if (base.body.version !== answer.body.version && !isChanged) begin(answer)
  const save = () =>
    change.mutate(
      { patch: { fields: schema }, etag: base.etag },
      {
        onSuccess: (saved) => {
          begin(saved)
          notify(shell.saved)
        },
      },
    )
  return (
    <Section title={w.fields}>
      <SchemaEditor
        key={round}
        schema={base.body.fields}
        change={setSchema}
        error={fieldError(change.error, 'fields')}
      />
      {change.error && <Failure error={change.error} />}
      <Group>
        <Button
          size="sm"
          disabled={!isChanged || schema === undefined}
          loading={change.isPending}
          onClick={save}
        >
          {w.saveFields}
        </Button>
        {isChanged && (
          <Button size="sm" variant="default" onClick={() => begin(answer)}>
            {shell.cancel}
          </Button>
        )}
      </Group>
    </Section>
  )
}
