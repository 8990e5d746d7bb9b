import { useRef, useState } from 'react'

/** The note being written. AI proposals are inserted here, so that the user reviews them before saving. */
export function useDraft() {
  const [body, setBody] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const propose = (text: string) => {
    setBody((before) => (before.trim() ? `${before.trimEnd()}\n\n${text}` : text))
    field.current?.focus()
    field.current?.scrollIntoView({ block: 'center' })
  }
  return { body, setBody, field, propose }
}

export type Draft = ReturnType<typeof useDraft>
