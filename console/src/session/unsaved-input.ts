import { useEffect, useRef, useSyncExternalStore } from 'react'

/** The forms whose input would be lost with the page; others keep drafts. */
const forms = new Set<object>()
const listeners = new Set<() => void>()

function change(next: () => void): void {
  next()
  for (const listener of listeners) listener()
}

export const hasUnsavedInput = (): boolean => forms.size > 0

/** The page is left for good: nothing is asked. */
export const discardUnsavedInput = (): void => change(() => forms.clear())

/** Returns what takes it away again. */
export function addUnsavedInput(): () => void {
  const form = {}
  change(() => forms.add(form))
  return () => change(() => forms.delete(form))
}

/** Leaving the page asks first; returns what takes that back at once, for a form that is cancelled. */
export function useUnsavedInput(isUnsaved: boolean): () => void {
  const release = useRef(() => {})
  useEffect(() => {
    if (!isUnsaved) return undefined
    release.current = addUnsavedInput()
    return release.current
  }, [isUnsaved])
  return () => release.current()
}

export const useHasUnsavedInput = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, hasUnsavedInput)
