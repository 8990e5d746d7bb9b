import { Fieldset, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { create, useRefresh } from '../api/records.ts'
import type { Draft } from '../records/field-input.tsx'
import { Form } from '../records/form.tsx'
import { allowed } from '../shell/allowed.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { problems } from '../words/problems.ts'
import { catalog as w } from '../words/requests.ts'
import { shell } from '../words/shell.ts'
import { itemFields } from './editable.ts'
import type { Schema } from './item-form.ts'
import { catalogPath } from './model.ts'
import { SchemaEditor } from './schema-editor.tsx'

export const NewItemPage = allowed('managers', NewItem)

function NewItem() {
  const [navigate, refresh] = [useNavigate(), useRefresh(catalogPath)]
  const [isValid, setValid] = useState(true)
  const [isChecked, setChecked] = useState(false)
  const submit = async (given: Draft) => {
    setChecked(true)
    if (!isValid) throw new Error(problems.invalid)
    await create(catalogPath, { approval_required: false, ...given })
    await navigate({ to: '/catalog' })
    await refresh()
  }
  return (
    <Stack>
      <PageHead title={w.create} />
      <Form
        fields={itemFields}
        initial={{ approval_required: true }}
        label={shell.create}
        submit={submit}
        draft="/catalog/items/new"
        cancel={() => void navigate({ to: '/catalog' })}
      >
        {({ fields }, set) => (
          <Fieldset legend={w.fields}>
            <SchemaEditor
              schema={(fields as Schema | undefined) ?? null}
              change={(fields) => {
                setValid(fields !== undefined)
                if (fields !== undefined) set({ fields })
              }}
              isChecked={isChecked}
            />
          </Fieldset>
        )}
      </Form>
    </Stack>
  )
}
