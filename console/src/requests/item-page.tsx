import { Badge, Button, Grid, Group, Paper, Stack, Text } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../api/client.ts'
import { useChange, useRecord } from '../api/records.ts'
import type { CatalogItem } from '../api/schema.d.ts'
import { DeleteButton } from '../records/delete-button.tsx'
import { Loaded } from '../records/loaded.tsx'
import { Fields } from '../records/fields.tsx'
import { History } from '../records/history.tsx'
import { fieldError } from '../records/problems.ts'
import { Values } from '../records/values.tsx'
import { useMe } from '../session/me.ts'
import { ConfirmButton } from '../shell/confirm.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Section } from '../shell/section.tsx'
import { notify } from '../shell/notify.ts'
import { words } from '../words.ts'
import { itemFields } from './editable.ts'
import type { Schema } from './item-form.ts'
import { catalogPath } from './model.ts'
import { SchemaEditor } from './schema-editor.tsx'

const { catalog: w } = words
const route = getRouteApi('/catalog/items/$id')

export function ItemPage() {
  const { id } = route.useParams()
  const query = useRecord(catalogPath, id)
  return <Loaded query={query}>{(answer) => <ItemDetails key={id} answer={answer} />}</Loaded>
}

function ItemDetails({ answer }: { answer: Answer<CatalogItem> }) {
  const item = answer.body
  const { may } = useMe()
  const { mutateAsync } = useChange(catalogPath, item.id)
  return (
    <Stack data-version={item.version}>
      <Head answer={answer} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Paper withBorder p="md">
            {may('managers') ? (
              <Fields
                fields={itemFields}
                answer={answer}
                save={(patch, etag) => mutateAsync({ patch, etag })}
              />
            ) : (
              <Values fields={itemFields} record={item} />
            )}
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            {may('managers') && <ItemFieldsEditor answer={answer} />}
            <History path={catalogPath} id={item.id} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

function Head({ answer: { body: item, etag } }: { answer: Answer<CatalogItem> }) {
  const { may } = useMe()
  const change = useChange(catalogPath, item.id)
  const offer = (active: boolean) => change.mutateAsync({ patch: { active }, etag })
  return (
    <>
      <PageHead title={item.name} before={<Marks item={item} />}>
        {item.active && may('agents') && (
          <Button component={Link} to="/requests/new" search={{ item: item.id } as never} size="xs">
            {w.request}
          </Button>
        )}
        {may('managers') && (
          <>
            {item.active ? (
              <ConfirmButton label={w.retire} question={w.retireQuestion} act={() => offer(false)} />
            ) : (
              <Button size="xs" variant="default" onClick={() => void offer(true).catch(() => {})}>
                {w.restore}
              </Button>
            )}
            <DeleteButton path={catalogPath} id={item.id} question={w.deleteQuestion} list="/catalog" />
          </>
        )}
      </PageHead>
      {change.error && <Failure error={change.error} />}
    </>
  )
}

const Marks = ({ item: { id, active } }: { item: CatalogItem }) => (
  <>
    <Text fw={600}>{id}</Text>
    {!active && (
      <Badge variant="light" color="orange">
        {w.retired}
      </Badge>
    )}
  </>
)

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
          notify(words.saved)
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
            {words.cancel}
          </Button>
        )}
      </Group>
    </Section>
  )
}
