import { Badge, Button } from '@mantine/core'
import { useState } from 'react'
import { api, withId } from '../api/client.ts'
import { remove } from '../api/records.ts'
import type { RenameFactor, SecondFactor } from '../api/schema.d.ts'
import { Entry } from '../records/entries.tsx'
import type { Draft, FieldOf } from '../records/field-input.tsx'
import { Form } from '../records/form.tsx'
import { ConfirmButton } from '../shell/confirm.tsx'
import { notify } from '../shell/notify.ts'
import { When } from '../shell/time.tsx'
import { twoFactor as w } from '../words/two-factor.ts'
import { shell } from '../words/shell.ts'
import { path, useRefreshSecondFactors } from './second-factors.ts'

const fields: readonly FieldOf<RenameFactor>[] = [{ name: 'name', label: w.name, required: true }]

export function FactorEntry({ factor, isLast }: { factor: SecondFactor; isLast: boolean }) {
  const { id, name, type, created_at, last_used_at } = factor
  const [isRenaming, setRenaming] = useState(false)
  const refresh = useRefreshSecondFactors()
  const rename = async (given: Draft) => {
    await api.PATCH('/profile/second-factors/{id}', { ...withId(id), body: given as RenameFactor })
    setRenaming(false)
    notify(w.renamed)
    await refresh()
  }
  const removeFactor = async () => {
    await remove(path, id)
    notify(w.removed)
    await refresh()
  }
  return (
    <Entry
      title={name}
      marks={<Badge size="sm">{w.types[type]}</Badge>}
      facts={[
        [w.added, <When at={created_at} />],
        [w.lastUsed, last_used_at ? <When at={last_used_at} /> : w.neverUsed],
      ]}
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            aria-label={w.renameOne(name)}
            onClick={() => setRenaming(true)}
          >
            {w.rename}
          </Button>
          <ConfirmButton
            label={w.remove}
            aria-label={w.removeOne(name)}
            question={isLast ? w.removeLastQuestion(name) : w.removeQuestion(name)}
            act={removeFactor}
          />
        </>
      }
    >
      {isRenaming && (
        <Form
          fields={fields}
          initial={{ name }}
          label={shell.save}
          submit={rename}
          cancel={() => setRenaming(false)}
        />
      )}
    </Entry>
  )
}
