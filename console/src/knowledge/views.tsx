import { useLocation } from '@tanstack/react-router'
import type { NamedView } from '../records/list-view.ts'
import { PredefinedTabs, Tab, Tabs } from '../records/tabs.tsx'
import { useMe } from '../session/me.ts'
import { knowledge as w } from '../words/knowledge.ts'
import { lists } from '../words/lists.ts'

const published: NamedView = { name: w.states.published, values: { state: 'published' } }
const drafts: NamedView = { name: w.drafts, values: { state: 'draft,review' } }
const mine: NamedView = {
  name: lists.views.mine,
  values: { author: lists.me, state: 'draft,review,published' },
}
const all: NamedView = { name: lists.views.all, values: { state: 'draft,review,published,retired' } }

/** Readers see only published articles. */
export const viewsFor = (isWriter: boolean): readonly [NamedView, ...NamedView[]] =>
  isWriter ? [published, drafts, mine, all] : [published]

/** Pages of the knowledge base that are no list of articles by state. */
export function Pages() {
  const { may } = useMe()
  const { pathname } = useLocation()
  const pages = [
    { to: '/knowledge/stale', name: w.views.stale, isOpen: may('editors') },
    { to: '/knowledge/gaps', name: w.views.gaps, isOpen: may('editors') || may('agents') },
  ]
  return pages
    .filter(({ isOpen }) => isOpen)
    .map(({ to, name }) => <Tab key={to} to={to} search={{}} name={name} isHere={pathname === to} />)
}

/** The bar above the list of articles, without saved views. */
export function Views() {
  const { may } = useMe()
  return (
    <div className="views">
      <Tabs label={w.viewsLabel}>
        <PredefinedTabs to="/knowledge" views={viewsFor(may('editors') || may('agents'))} />
        <Pages />
      </Tabs>
    </div>
  )
}
