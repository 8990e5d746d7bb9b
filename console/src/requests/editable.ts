import type {
  CreateCatalogItem,
  CreateServiceRequest,
  ServiceRequest,
  UpdateServiceRequest,
} from '../api/schema.d.ts'
import { choicesFrom } from '../records/choices-from.ts'
import { commonFields } from '../records/common-fields.ts'
import type { FieldOf } from '../records/field-input.tsx'
import { catalog, requests as w } from '../words/requests.ts'
import type { State } from './model.ts'

const common = commonFields(w)
export const { summary, priority } = common

export const freeItem: FieldOf<CreateServiceRequest> = { name: 'item', label: w.item }
const requestedFor: FieldOf<CreateServiceRequest> = {
  name: 'requested_for',
  label: w.requestedFor,
  kind: 'person',
}
const quantity: FieldOf<CreateServiceRequest> = { name: 'quantity', label: w.quantity, kind: 'number' }

export const forNew: readonly FieldOf<CreateServiceRequest>[] = [
  summary,
  { name: 'description', label: w.description, kind: 'long' },
  requestedFor,
  quantity,
  priority,
]

/** Decided on, as title, description and the answers to the form of the item are. */
export const requestedFields = [requestedFor, quantity]

/** Once fulfilment has begun, and after the end, what was decided on cannot be edited. */
export const isFixed = (state: State): boolean => state !== 'submitted' && state !== 'approved'

export const description: FieldOf<UpdateServiceRequest> = { name: 'description', label: w.description }

/** Fields that can be edited at any time. */
export const editable: readonly FieldOf<UpdateServiceRequest>[] = [
  { name: 'category', label: w.category },
  common.group,
  common.assignee,
]

/** Labels of the fields in the activity. */
export const historyFields: readonly FieldOf<ServiceRequest>[] = [
  summary,
  priority,
  description,
  { name: 'state', label: w.state, choices: choicesFrom(w.states) },
  { name: 'variables', label: w.details },
  ...requestedFields,
  ...editable,
] as readonly FieldOf<ServiceRequest>[]

export const itemName: FieldOf<CreateCatalogItem> = { name: 'name', label: catalog.name, required: true }
export const itemDescription: FieldOf<CreateCatalogItem> = {
  name: 'description',
  label: catalog.description,
  kind: 'long',
}
export const itemParticulars: readonly FieldOf<CreateCatalogItem>[] = [
  { name: 'category', label: catalog.category, kind: 'text' },
  { name: 'assignment_group', label: catalog.group, kind: 'group' },
  { name: 'approval_required', label: catalog.approval, kind: 'flag' },
]
export const itemFields = [itemName, itemDescription, ...itemParticulars]

export const kindChoices = choicesFrom(catalog.kinds)
