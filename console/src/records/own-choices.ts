import type { Profile } from '../api/schema.d.ts'
import { foldLetters } from '../shell/fold-letters.ts'

export type PickerKind = 'person' | 'group'

export interface Choice {
  value: string
  name: string
  isMe?: boolean
  detail: string
}

/** What a picker offers to viewers, who may not list people and groups: themselves and their own groups. */
export function ownChoices(kind: PickerKind, q: string, { email, name, groups }: Profile): Choice[] {
  const choices =
    kind === 'person'
      ? [{ value: email, name, isMe: true, detail: groups.join(', ') || email }]
      : groups.map((group) => ({ value: group, name: group, detail: '' }))
  const isMatch = (text: string) => foldLetters(text).includes(foldLetters(q))
  return choices.filter(({ value, name }) => isMatch(value) || isMatch(name))
}
