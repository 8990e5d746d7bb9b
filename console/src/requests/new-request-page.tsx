import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { create, useRecord, useRefresh } from '../api/records.ts'
import type { CatalogItem } from '../api/schema.d.ts'
import { Loaded } from '../records/loaded.tsx'
import type { Draft, Field } from '../records/field-input.tsx'
import { Form } from '../records/form.tsx'
import { Search } from '../records/search.tsx'
import { allowed } from '../shell/allowed.tsx'
import { ButtonLink } from '../shell/links.tsx'
import { Markdown } from '../shell/markdown.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useShow } from '../shell/use-show.ts'
import { requests as w } from '../words/requests.ts'
import { CatalogItems } from './catalog-page.tsx'
import { forNew, freeItem } from './editable.ts'
import { fieldsFrom, fromDraft, defaultDraft } from './item-form.ts'
import { catalogPath, path } from './model.ts'

const route = getRouteApi('/requests/new')

export const NewRequestPage = allowed('agents', NewRequest)

/** Step one selects an item; step two shows its fields. */
function NewRequest() {
  const { item } = route.useSearch()
  if (item === undefined) return <ChooseItem />
  return item === 'other' ? <RequestForm /> : <RequestItem key={item} id={item} />
}

function ChooseItem() {
  const { q } = route.useSearch()
  const show = useShow()
  return (
    <Stack gap="sm">
      <PageHead title={w.choose} />
      <Group>
        <Search value={q} find={(q) => show({ q })} />
      </Group>
      <CatalogItems q={q} />
      <Card withBorder p="md">
        <Stack gap="xs" align="start">
          <Title order={2} size="h4">
            {w.otherItem}
          </Title>
          <Text size="sm">{w.otherItemHint}</Text>
          <ButtonLink to="/requests/new" search={{ item: 'other' }} variant="default" size="xs">
            {w.describe}
          </ButtonLink>
        </Stack>
      </Card>
    </Stack>
  )
}

function RequestItem({ id }: { id: string }) {
  const query = useRecord(catalogPath, id)
  return <Loaded query={query}>{(answer) => <RequestForm item={answer.body} />}</Loaded>
}

function RequestForm({ item }: { item?: CatalogItem }) {
  const [navigate, refresh] = [useNavigate(), useRefresh(path)]
  const schema = item?.fields ?? null
  const fields: Field[] = [...fieldsFrom(schema), ...(item ? [] : [freeItem]), ...forNew]
  const submit = async (given: Draft) => {
    const { own, variables } = fromDraft(schema, given)
    const body = { ...own, ...(item && { item: item.id, variables }) }
    const { id } = await create(path, body)
    await navigate({ to: '/requests/$id', params: { id } })
    await refresh()
  }
  const initial = { short_description: item?.name, quantity: 1, priority: 'P3', ...defaultDraft(schema) }
  return (
    <Stack>
      <PageHead title={item?.name ?? w.create}>
        <ButtonLink to="/requests/new" variant="default" size="xs">
          {w.chooseAnother}
        </ButtonLink>
      </PageHead>
      {item?.description && <Markdown text={item.description} />}
      <Form
        fields={fields}
        initial={initial}
        label={w.submit}
        submit={submit}
        draft={`/requests/new ${item?.id ?? ''}`}
        cancel={() => void navigate({ to: '/requests' })}
      />
    </Stack>
  )
}
