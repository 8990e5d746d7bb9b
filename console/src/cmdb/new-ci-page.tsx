import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { create, useRefresh } from '../api/records.ts'
import type { Draft } from '../records/field-input.tsx'
import { Form } from '../records/form.tsx'
import { allowed } from '../shell/allowed.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { cmdb as w } from '../words/cmdb.ts'
import { shell } from '../words/shell.ts'
import { forNew } from './editable.ts'
import { path } from './model.ts'

export const NewCiPage = allowed('agents', NewCi)

function NewCi() {
  const [navigate, refresh] = [useNavigate(), useRefresh(path)]
  const submit = async (given: Draft) => {
    const { id } = await create(path, given)
    await navigate({ to: '/cmdb/cis/$id', params: { id } })
    await refresh()
  }
  return (
    <Stack>
      <PageHead title={w.create} />
      <Form
        fields={forNew}
        initial={{ class: 'server', status: 'operational' }}
        label={shell.create}
        submit={submit}
        cancel={() => void navigate({ to: '/cmdb' })}
        draft="/cmdb/cis/new"
      />
    </Stack>
  )
}
