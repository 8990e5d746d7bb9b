import { useSyncExternalStore } from 'react'
import { tokenHolder } from '../session/session.ts'
import { storeDifference, storedTexts, writesIn } from './stored-writes.ts'
import { isWaiting, recordOf, withWrite, type Write } from './write.ts'

let parsed: { text: string; writes: readonly Write[] } = { text: '', writes: [] }
const listeners = new Set<() => void>()

/** The changes of the user that wait for the service: a reload does not lose them. */
export function readOutbox(): readonly Write[] {
  const person = tokenHolder()?.sub
  const texts = person ? storedTexts(localStorage, person) : []
  const text = texts.join('\n')
  if (text !== parsed.text) parsed = { text, writes: writesIn(texts) }
  return parsed.writes
}

export function changeOutbox(change: (writes: readonly Write[]) => Write[]): void {
  const person = tokenHolder()?.sub
  if (!person) throw new Error('Nobody is signed in')
  const writes = readOutbox()
  storeDifference(localStorage, person, writes, change(writes))
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
