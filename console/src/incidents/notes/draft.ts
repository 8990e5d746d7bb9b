import { useRef, useState } from 'react'

/** The note that is being written; what the AI proposes lands here too, for the person to read before it is kept. */
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
