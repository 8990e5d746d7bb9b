import { useRef } from 'react'
import { useDraft } from '../drafts.ts'
import type { NotedPath } from '../../api/paths.ts'

export type NoteVisibility = 'team' | 'internal' | 'public' | 'private'

interface UnsentNote {
  body: string
  visibility: NoteVisibility
}

const empty: UnsentNote = { body: '', visibility: 'team' }

/** The draft after a note was sent: what was typed in the meantime stays. */
export const withoutSent = (draft: UnsentNote, sent: string): UnsentNote =>
  draft.body === sent ? empty : draft

/** The note being written. Proposals are inserted here, so that the user reviews them before sending. */
export function useNoteDraft(path: NotedPath, id: string) {
  const { value, set } = useDraft(`${path}/${id} note`, empty)
  const field = useRef<HTMLTextAreaElement>(null)
  const setBody = (body: string) => set((before) => ({ ...before, body }))
  const propose = (text: string) => {
    set((before) => ({
      ...before,
      body: before.body.trim() ? `${before.body.trimEnd()}\n\n${text}` : text,
    }))
    field.current?.focus()
  }
  return {
    ...value,
    setBody,
    setVisibility: (visibility: NoteVisibility) => set((before) => ({ ...before, visibility })),
    clearSent: (sent: string) => set((before) => withoutSent(before, sent)),
    field,
    propose,
  }
}

export type NoteDraft = ReturnType<typeof useNoteDraft>
