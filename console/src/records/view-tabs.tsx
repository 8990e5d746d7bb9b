import { Group } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import type { View } from '../api/schema.d.ts'
import { lists } from '../words/lists.ts'
import { addressOf, fromFilters, isSame, type Filter, type NamedView, type Values } from './list-view.ts'
import { SavedViewActions, SaveView, type SavedViewProps } from './saved-view-actions.tsx'
import { PredefinedTabs, Tab, Tabs } from './tabs.tsx'

const { views: w } = lists

interface Props extends SavedViewProps {
  /** Path of the list in the console. */
  to: string
  views: readonly NamedView[]
  filters: readonly Filter[]
  /** What is shown now. */
  values: Values
  /** The saved view that is open. */
  current: View | undefined
  /** Links to other pages of the area, after the views. */
  pages?: ReactNode
}

export const valuesOf = (filters: readonly Filter[], view: View): Values => ({
  ...fromFilters(filters, view.filters),
  ...(view.sort && { sort: view.sort.by, order: view.sort.order }),
})

/** Predefined views, shared views and those of the user. */
export function ViewTabs(props: Props) {
  const { to, views, saved, filters, values, current } = props
  const known = views.find((each) => isSame(each.values, values))
  const tabs = useRef<HTMLDivElement>(null)
  const close = () => {
    props.onClose()
    tabs.current?.querySelector('a')?.focus() // the first view opens; the button that had the focus is gone
  }
  return (
    <Group ref={tabs} gap="xs" wrap="nowrap" className="views">
      <Tabs label={w.title}>
        <PredefinedTabs to={to} views={views} here={current ? undefined : known} />
        {saved.saved.map((view) => (
          <Tab
            key={view.id}
            to={to}
            search={{ ...addressOf(valuesOf(filters, view)), view: view.id }}
            name={view.name}
            title={view.shared ? w.by(view.owner) : undefined}
            isHere={view.id === current?.id}
          />
        ))}
        {props.pages}
      </Tabs>
      {current ? (
        <SavedViewActions {...props} onClose={close} view={current} />
      ) : (
        !known && <SaveView {...props} />
      )}
    </Group>
  )
}
