import { Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CreateResponses } from '../api/paths.ts'
import { create, useRefresh } from '../api/records.ts'
import { Facts, type Fact } from '../records/facts.tsx'
import type { Draft, Field } from '../records/field-input.tsx'
import { Form } from '../records/form.tsx'
import { catchFocus } from '../shell/catch-focus.ts'
import { AnchorLink, BackLink } from '../shell/links.tsx'
import { Secret } from '../shell/secret.tsx'
import { Section } from '../shell/section.tsx'
import { administration as w } from '../words/administration.ts'
import { shell } from '../words/shell.ts'
import type { AccountPath } from './model.ts'

interface Props<P extends AccountPath> {
  path: P
  list: '/administration/users' | '/administration/clients'
  fields: readonly Field[]
  initial: Draft
  title: string
  /** Heading after creation, and the label of the link to the new account. */
  made: string
  open: string
  secretOf: (made: CreateResponses[P]) => { label: string; value: string } | undefined | ''
  facts: (made: CreateResponses[P]) => readonly Fact[]
}

/** Creates a user or a client; its secret is shown once, after creation. */
export function NewAccountPage<P extends AccountPath>(props: Props<P>) {
  const { path, list, fields, initial, title } = props
  const [made, setMade] = useState<CreateResponses[P]>()
  const [navigate, refresh] = [useNavigate(), useRefresh(path)]
  const submit = async (given: Draft) => {
    setMade(await create(path, given))
    await refresh()
  }
  return (
    <Stack maw={820}>
      <BackLink to={list}>{w.back}</BackLink>
      {made ? (
        <CreatedAccount {...props} item={made} again={() => setMade(undefined)} />
      ) : (
        <Section title={title}>
          <Form
            fields={fields}
            initial={initial}
            label={shell.create}
            submit={submit}
            cancel={() => void navigate({ to: list })}
          />
        </Section>
      )}
    </Stack>
  )
}

function CreatedAccount<P extends AccountPath>({
  item,
  list,
  made,
  open,
  secretOf,
  facts,
  again,
}: Props<P> & { item: CreateResponses[P]; again: () => void }) {
  const secret = secretOf(item)
  return (
    <Section title={made}>
      <Text size="sm" className="anywhere">
        {item.name}, {item.email}
      </Text>
      <Facts facts={facts(item)} />
      {secret && <Secret {...secret} />}
      <Group>
        <AnchorLink ref={catchFocus} to={`${list}/$id`} params={{ id: item.id }}>
          {open}
        </AnchorLink>
        <Button size="xs" variant="default" onClick={again}>
          {w.createAnother}
        </Button>
      </Group>
    </Section>
  )
}
