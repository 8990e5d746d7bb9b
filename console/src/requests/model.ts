import type { ApprovalState } from '../records/approval.tsx'
import type { Schema } from './item-form.ts'

export const path = '/requests'
export const catalogPath = '/catalog/items'

export const states = [
  'submitted',
  'approved',
  'rejected',
  'in_fulfillment',
  'fulfilled',
  'closed',
  'cancelled',
] as const
export type State = (typeof states)[number]

/** The way of a request that nobody stops. */
export const way: readonly State[] = ['submitted', 'approved', 'in_fulfillment', 'fulfilled', 'closed']

export const priorities = ['P1', 'P2', 'P3', 'P4'] as const

export interface ServiceRequest {
  id: string
  short_description: string
  description: string | null
  item: string | null
  item_id: string | null
  category: string | null
  requested_for: string
  quantity: number
  variables: Record<string, unknown>
  priority: string
  assignment_group: string | null
  state: State
  approval: ApprovalState
  allowed_transitions: State[]
  created_by: string
  created_at: string
  updated_at: string
  version: number
}

export interface CatalogItem {
  id: string
  name: string
  description: string | null
  category: string | null
  fields: Schema | null
  approval_required: boolean
  assignment_group: string | null
  active: boolean
  created_at: string
  updated_at: string
  version: number
}
