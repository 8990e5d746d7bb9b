import '../code.css'
import { CloseButton, Group, List, Select, Text, Textarea } from '@mantine/core'
import type { OwnInputProps } from '../../records/field-input.tsx'
import { webhooks } from '../../words/webhooks.ts'
import { targets, type Mapping as Templates, type Target } from '../inbound/model.ts'
import { RowsField } from './rows-field.tsx'

const { mapping: w } = webhooks

/** One template for each field of the incident. */
export function Mapping({ label, hint, value, error, change }: OwnInputProps) {
  const templates = (value ?? {}) as Templates
  const free = targets.filter((target) => !(target in templates))
  return (
    <RowsField label={label} hint={hint} error={error}>
      {targets
        .filter((target) => target in templates)
        .map((target) => (
          <Row
            key={target}
            target={target}
            template={templates[target]!}
            set={(template) => change({ ...templates, [target]: template })}
            remove={() => change(without(templates, target))}
          />
        ))}
      {free.length > 0 && (
        <Select
          aria-label={w.add}
          placeholder={w.add}
          data={free.map((target) => ({ value: target, label: w.targets[target] }))}
          value={null}
          onChange={(target) => target && change({ ...templates, [target]: '' })}
          size="xs"
          maw="14rem"
        />
      )}
      <TemplateSyntax />
    </RowsField>
  )
}

const without = (templates: Templates, target: Target): Templates =>
  Object.fromEntries(Object.entries(templates).filter(([name]) => name !== target))

interface RowProps {
  target: Target
  template: string
  set: (template: string) => void
  remove: () => void
}

const Row = ({ target, template, set, remove }: RowProps) => (
  <Group gap="xs" align="start" wrap="nowrap">
    <Textarea
      label={w.targets[target]}
      value={template}
      onChange={(event) => set(event.currentTarget.value)}
      autosize
      minRows={1}
      maxRows={8}
      size="xs"
      flex={1}
      classNames={{ input: 'code' }}
      spellCheck={false}
    />
    <CloseButton size="sm" mt={22} aria-label={w.remove(w.targets[target])} onClick={remove} />
  </Group>
)

const TemplateSyntax = () => (
  <details>
    <Text component="summary" size="xs">
      {w.syntaxTitle}
    </Text>
    <List size="xs" mt={4}>
      {w.syntax.map((line) => (
        <List.Item key={line} className="anywhere">
          {line}
        </List.Item>
      ))}
    </List>
  </details>
)
