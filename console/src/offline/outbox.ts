import { useSyncExternalStore } from 'react'
import { tokenHolder } from '../session/session.ts'
import { isWaiting, recordOf, withWrite, type Write } from './write.ts'

/** The changes of one person that wait for the service, in the browser's storage: a reload does not lose them. */
const keyOf = (person: string) => `outbox ${person}`

const ownKey = (): string | undefined => {
  const person = tokenHolder()?.sub
  return person && keyOf(person)
}

const none: readonly Write[] = []
let parsed: { text: string; writes: readonly Write[] } = { text: '', writes: none }
const listeners = new Set<() => void>()

export function readOutbox(): readonly Write[] {
  const key = ownKey()
  const text = (key && localStorage.getItem(key)) ?? ''
  if (text !== parsed.text) parsed = { text, writes: text === '' ? none : (JSON.parse(text) as Write[]) }
  return parsed.writes
}

/** Reads and writes at once, so that other tabs lose nothing. */
export function changeOutbox(change: (writes: readonly Write[]) => Write[]): void {
  const key = ownKey()
  if (!key) throw new Error('Nobody is signed in')
  const writes = change(readOutbox())
  if (writes.length === 0) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify(writes))
  for (const listener of listeners) listener()
}

export const addToOutbox = (write: Write): void => changeOutbox((writes) => withWrite(writes, write))

export const isRecordWaiting = (path: string): boolean =>
  readOutbox().some((write) => isWaiting(write) && recordOf(write.path) === recordOf(path))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener) // other tabs
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export const useOutbox = (): readonly Write[] => useSyncExternalStore(subscribe, readOutbox)
