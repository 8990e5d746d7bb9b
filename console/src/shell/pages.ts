import type { Right } from '../session/me.ts'
import { nav } from '../words/shell.ts'

export interface Page {
  to: string
  label: string
  /** Required permission; visible to everyone if absent. */
  right?: Right
}

export const pageGroups: readonly { label: string; pages: readonly Page[] }[] = [
  {
    label: nav.groups.work,
    pages: [
      { to: '/', label: nav.myWork },
      { to: '/incidents', label: nav.incidents },
      { to: '/changes', label: nav.changes },
      { to: '/requests', label: nav.requests },
      { to: '/catalog', label: nav.catalog },
      { to: '/approvals', label: nav.approvals, right: 'approvers' },
    ],
  },
  {
    label: nav.groups.reference,
    pages: [
      { to: '/knowledge', label: nav.knowledge },
      { to: '/cmdb', label: nav.cmdb },
    ],
  },
  {
    label: nav.groups.operations,
    pages: [
      { to: '/webhooks', label: nav.webhooks, right: 'managers' },
      { to: '/reports', label: nav.reports },
      { to: '/administration', label: nav.administration, right: 'auditors' },
    ],
  },
]

const { newRecords: labels } = nav

/** What can be created from anywhere. */
export const newRecords: readonly Page[] = [
  { to: '/incidents/new', label: labels.incident, right: 'agents' },
  { to: '/changes/new', label: labels.change, right: 'agents' },
  { to: '/requests/new', label: labels.request, right: 'agents' },
  { to: '/cmdb/new', label: labels.ci, right: 'agents' },
  { to: '/knowledge/new', label: labels.article, right: 'editors' },
]
