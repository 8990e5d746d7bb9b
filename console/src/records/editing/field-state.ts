import { ApiError } from '../../api/client.ts'
import { isComposing } from '../../shell/is-composing.ts'
import type { Draft, Field } from '../field-input.tsx'

/** A field that is being edited: the new value, and the value when editing began. */
export interface Edit {
  value: unknown
  base: unknown
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Empty values are one: the service stores null for an empty text. */
export const isSame = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other)

/** Someone else changed the field since editing began, to something other than what is typed. */
export const isConflict = ({ value, base }: Edit, current: unknown): boolean =>
  !isSame(base, current) && !isSame(value, current)

/** The fields of a draft that someone else changed since they were edited. */
export const conflictsIn = (draft: Draft, base: Draft, current: Draft): string[] =>
  Object.keys(draft).filter((name) => isConflict({ value: draft[name], base: base[name] }, current[name]))

/** What was typed while a value was being saved: it is edited on. */
export const unsavedEdit = (latest: Edit | undefined, sent: Edit): Edit | undefined =>
  latest && !isSame(latest.value, sent.value) ? { value: latest.value, base: sent.value } : undefined

/** Restores the value before a save, as an edit of the saved value. */
export const undoOf = (sent: Edit, saved: unknown): Edit => ({ value: sent.base ?? null, base: saved })

/** The ID of a record may be typed with spaces around it. */
export const valueToSave = ({ kind }: Pick<Field, 'kind'>, value: unknown): unknown =>
  kind === 'lookup' && typeof value === 'string' ? value.trim() || null : value

type Key = Parameters<typeof isComposing>[0] & { key: string; ctrlKey: boolean; metaKey: boolean }

export function keyEffect(event: Key, { kind = 'text' }: Pick<Field, 'kind'>): 'save' | 'cancel' | undefined {
  if (isComposing(event)) return undefined
  if (event.key === 'Escape') return 'cancel'
  const isOneLine = !['long', 'tags', 'choices'].includes(kind)
  return event.key === 'Enter' && (isOneLine || event.ctrlKey || event.metaKey) ? 'save' : undefined
}

/** Chosen from a menu: nothing was typed that could be lost, so a choice that was refused is not kept. */
export const isMenu = ({ kind }: Pick<Field, 'kind'>): boolean => kind === 'choice' || kind === 'flag'

export const isMissing = ({ required = false }: Pick<Field, 'required'>, value: unknown): boolean =>
  required && (isEmpty(value) || (typeof value === 'string' && value.trim() === ''))

export const isOutdated = (error: unknown): boolean => error instanceof ApiError && error.status === 412
