import { useState } from 'react'
import { tokenHolder } from '../session/session.ts'

/**
 * What is typed but not saved yet. It is kept in the browser, for each user, so that it survives leaving the page, a
 * reload and signing in again.
 */
interface StoredDraft {
  value: unknown
  at: number
}

const prefix = 'draft '
const maxAge = 30 * 86_400_000

const keyOf = (address: string) => `${prefix}${tokenHolder()?.sub ?? ''} ${address}`

export function readDraft<Value>(address: string): Value | undefined {
  try {
    const stored = localStorage.getItem(keyOf(address))
    return stored === null ? undefined : ((JSON.parse(stored) as StoredDraft).value as Value)
  } catch {
    return undefined
  }
}

export function writeDraft(address: string, value: unknown): void {
  try {
    localStorage.setItem(keyOf(address), JSON.stringify({ value, at: Date.now() }))
  } catch {
    // Storage is full or blocked: the text stays on the page only.
    dropOldDrafts()
  }
}

export function dropDraft(address: string): void {
  try {
    localStorage.removeItem(keyOf(address))
  } catch {
    // Storage is blocked: there is nothing to remove.
  }
}

/** Nobody returns to a draft after a month. */
export function dropOldDrafts(now = Date.now()): void {
  try {
    for (const key of Object.keys(localStorage).filter((key) => key.startsWith(prefix)))
      if (now - (JSON.parse(localStorage.getItem(key)!) as StoredDraft).at > maxAge)
        localStorage.removeItem(key)
  } catch {
    // Storage is blocked, or holds something that is not ours.
  }
}

/** State that is kept as a draft until it equals its initial value again; without an address it is not kept. */
export function useDraft<Value>(
  address: string | undefined,
  initial: Value,
  restore = (stored: Value): Value => stored,
) {
  const [stored] = useState(() => (address ? readDraft<Value>(address) : undefined))
  const [value, setValue] = useState(stored === undefined ? initial : restore(stored))
  const isInitial = (next: Value) => JSON.stringify(next) === JSON.stringify(initial)
  const set = (change: (before: Value) => Value) =>
    setValue((before) => {
      const next = change(before)
      if (address && isInitial(next)) dropDraft(address)
      else if (address) writeDraft(address, next)
      return next
    })
  const put = (next: Value) => set(() => next)
  const clear = () => put(initial)
  return { value, set, put, clear, isRestored: stored !== undefined }
}
