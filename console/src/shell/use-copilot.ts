import { useRef, useState } from 'react'
import { closeMenu } from './close-menu.ts'

/** The copilot can be opened from every page; the conversation is kept while the panel is closed. */
export function useCopilot() {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const toggle = () => {
    if (isOpen) return close()
    closeMenu()
    setOpened(true)
    setOpen(true)
  }
  return { isOpen, wasOpened, toggle, close, button }
}

export type Copilot = ReturnType<typeof useCopilot>
