import { Button, Group, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { UpdateIncident } from '../../api/schema.d.ts'
import { useMe } from '../../session/me.ts'
import { choicesFrom, type FieldOf } from '../../records/field-input.tsx'
import { Form } from '../../records/form.tsx'
import { ConfirmButton } from '../../shell/confirm.tsx'
import { words } from '../../words.ts'
import { useKnownValues } from '../known-values.ts'
import { priorities } from '../model.ts'
import { start, type Operation, type StartedJobs } from './model.ts'

const { incidents, bulk: w } = { incidents: words.incidents, bulk: words.incidents.bulk }

interface Props {
  ids: string[]
  clear: () => void
  started: (started: StartedJobs) => void
}

/** Actions for the selected rows. */
export function BulkBar({ ids, clear, started }: Props) {
  const { may } = useMe()
  const [isOpen, editor] = useDisclosure()
  const run = async (operation: Operation) => started(await start(operation, ids))
  return (
    <div role="region" aria-label={w.title}>
      <Group gap="xs">
        <Text size="sm" fw={600} role="status">
          {w.selected(ids.length)}
        </Text>
        <Button size="xs" onClick={editor.open}>
          {w.edit}
        </Button>
        {may('managers') && (
          <ConfirmButton
            label={words.records.delete}
            question={w.deleteQuestion(ids.length)}
            act={() => run({ operation: 'delete' })}
          />
        )}
        <Button size="xs" variant="subtle" onClick={clear}>
          {w.clear}
        </Button>
      </Group>
      <Modal
        opened={isOpen}
        onClose={editor.close}
        title={w.editTitle(ids.length)}
        size="lg"
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <Text size="sm" mb="sm">
          {w.hint}
        </Text>
        <Editor submit={(fields) => run({ operation: 'update', fields })} cancel={editor.close} />
      </Modal>
    </div>
  )
}

function Editor({ submit, cancel }: { submit: (fields: object) => Promise<void>; cancel: () => void }) {
  const known = useKnownValues()
  const suggest = (name: keyof typeof known, label: string): FieldOf<UpdateIncident> => ({
    name,
    label,
    kind: 'suggest',
    choices: known[name].map((value) => ({ value, label: value })),
  })
  const fields: FieldOf<UpdateIncident>[] = [
    { name: 'state', label: incidents.state, kind: 'choice', choices: choicesFrom(incidents.states) },
    {
      name: 'priority',
      label: incidents.priority,
      kind: 'choice',
      choices: priorities.map((value) => ({ value, label: value })),
    },
    suggest('assignment_group', incidents.group),
    suggest('assigned_to', incidents.assignee),
    suggest('category', incidents.category),
    { name: 'work_note', label: incidents.note, kind: 'long' },
  ]
  return <Form fields={fields} label={w.apply} submit={submit} cancel={cancel} />
}
