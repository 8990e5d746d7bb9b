import { Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Answer } from '../api/client.ts'
import type { Records } from '../api/paths.ts'
import { useChange } from '../api/records.ts'
import { useMe } from '../session/me.ts'
import { when } from '../shell/time.tsx'
import { words } from '../words.ts'
import { Facts } from './facts.tsx'
import type { Draft, Field } from './field-input.tsx'
import { Fields } from './fields.tsx'
import { Values } from './values.tsx'

type Save = (patch: Draft, etag: string | undefined) => Promise<unknown>

/** Saves changes of a record; undefined for users without permission to edit. */
export function useSave<C extends keyof Records>(path: C, id: string): Save | undefined {
  const { may } = useMe()
  const { mutateAsync } = useChange(path, id)
  return may('agents') ? (patch, etag) => mutateAsync({ patch, etag }) : undefined
}

interface Props<Item> {
  fields: readonly Field[]
  answer: Answer<Item>
  save: Save | undefined
  facts: readonly (readonly [string, ReactNode])[]
}

/** The fields of a record, and what the service maintains. */
export const Details = <Item extends { version: number; created_at: string; updated_at: string }>({
  fields,
  answer,
  save,
  facts,
}: Props<Item>) => (
  <Paper withBorder p="md">
    {save ? (
      <Fields fields={fields} answer={answer} save={save} />
    ) : (
      <Values fields={fields} record={answer.body} />
    )}
    <Facts
      facts={[
        ...facts,
        [words.records.created, when(answer.body.created_at)],
        [words.records.updated, when(answer.body.updated_at)],
      ]}
    />
  </Paper>
)
