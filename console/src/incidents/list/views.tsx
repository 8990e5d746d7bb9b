import { Button, CloseButton, Group, Popover, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { words } from '../../words.ts'
import { predefinedViews, useSavedViews, type NamedView } from './saved-views.ts'
import { isSame, type View } from './view.ts'

const { views: w } = words.incidents

/** Predefined views and the saved views of the user. */
export function Views({ view }: { view: View }) {
  const { saved, keep, drop } = useSavedViews()
  const isKnown = [...predefinedViews, ...saved].some((each) => isSame(each.view, view))
  return (
    <Group component="nav" gap={6} aria-label={w.title}>
      {predefinedViews.map((each) => (
        <ViewLink key={each.name} named={each} isHere={isSame(each.view, view)} />
      ))}
      {saved.map((each) => (
        <Group key={each.name} gap={0} wrap="nowrap">
          <ViewLink named={each} isHere={isSame(each.view, view)} />
          <CloseButton size="md" aria-label={w.deleteView(each.name)} onClick={() => drop(each.name)} />
        </Group>
      ))}
      {!isKnown && <SaveView keep={(name) => keep(name, view)} />}
    </Group>
  )
}

const ViewLink = ({ named: { name, view }, isHere }: { named: NamedView; isHere: boolean }) => (
  <Button
    component={Link}
    to="/incidents"
    search={(() => view) as never}
    size="compact-sm"
    variant={isHere ? 'filled' : 'default'}
    aria-current={isHere ? 'page' : undefined}
  >
    {name}
  </Button>
)

function SaveView({ keep }: { keep: (name: string) => void }) {
  const [isOpen, form] = useDisclosure()
  const [name, setName] = useState('')
  return (
    <Popover opened={isOpen} onChange={(open) => !open && form.close()} trapFocus withArrow shadow="md">
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" onClick={form.toggle}>
          {w.save}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={w.save}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            keep(name.trim())
            form.close()
          }}
        >
          <Stack gap="xs">
            <TextInput
              label={w.name}
              description={w.hint}
              value={name}
              maxLength={40}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" size="xs" disabled={name.trim() === ''}>
              {words.save}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
