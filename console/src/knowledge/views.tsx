import { useMe } from '../session/me.ts'
import { SectionLinks } from '../shell/section-links.tsx'
import { knowledge as w } from '../words/knowledge.ts'

/** Links to the views of the knowledge base. */
export function Views() {
  const { may } = useMe()
  const views = [
    { to: '/knowledge', label: w.views.articles, isOpen: true },
    { to: '/knowledge/stale', label: w.views.stale, isOpen: may('editors') },
    { to: '/knowledge/gaps', label: w.views.gaps, isOpen: may('editors') || may('agents') },
  ].filter(({ isOpen }) => isOpen)
  return views.length === 1 ? null : <SectionLinks label={w.viewsLabel} sections={views} />
}
