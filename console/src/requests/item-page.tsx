import { Badge, Button } from '@mantine/core'
import type { Answer } from '../api/client.ts'
import { useChange } from '../api/records.ts'
import type { CatalogItem } from '../api/schema.d.ts'
import { Activity } from '../records/activity/activity.tsx'
import { EditableFields } from '../records/editing/editable-fields.tsx'
import { useEditableRecord } from '../records/editing/editable-record.ts'
import { EditableText } from '../records/editing/editable-text.tsx'
import { EditableTitle } from '../records/editing/editable-title.tsx'
import { recordPage } from '../records/record-page.tsx'
import { MoreActions } from '../records/more-actions.tsx'
import { RecordFrame } from '../records/record-frame.tsx'
import { useMe } from '../session/me.ts'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Failure } from '../shell/failure.tsx'
import { ButtonLink } from '../shell/links.tsx'
import { Section } from '../shell/section.tsx'
import { catalog as w } from '../words/requests.ts'
import { records } from '../words/records.ts'
import { nav } from '../words/shell.ts'
import { itemDescription, itemFields, itemName, itemParticulars } from './editable.ts'
import { ItemFieldsEditor } from './item-fields-editor.tsx'
import { catalogPath } from './model.ts'

export const ItemPage = recordPage(catalogPath, { to: '/catalog', label: nav.catalog }, ItemDetails)

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
      head={!item.active && <Badge color="orange">{w.retired}</Badge>}
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
      {isManager && <ItemFieldsEditor record={record} />}
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
