import { useEffect, useRef, useState } from 'react'
import { ask } from './ask.ts'
import { recordOn, type Turn } from './model.ts'

/** The turns of a conversation; a question may refer to earlier ones. */
export function useConversation(pathname: string) {
  const [turns, setTurns] = useState<Turn[]>([])
  const [isBusy, setBusy] = useState(false)
  const going = useRef<AbortController>(undefined)
  const known = useRef<{ id?: string; about?: string }>({})
  const next = useRef(1)
  useEffect(() => () => going.current?.abort(), [])

  const put = (id: number, change: (turn: Turn) => Turn) =>
    setTurns((before) => before.map((turn) => (turn.id === id ? change(turn) : turn)))

  const pose = async (query: string) => {
    const id = next.current++
    const abort = (going.current = new AbortController())
    setTurns((before) => [...before, { id, question: query, text: '' }])
    setBusy(true)
    try {
      const talk = known.current
      const record = recordOn(pathname)
      const question = {
        query,
        ...(talk.id && { conversation_id: talk.id }),
        // After navigation "it" means the record of the page; otherwise it means the record of the last answer.
        ...(record && record.id !== talk.about && { context_record: record }),
      }
      const append = (text: string) => put(id, (turn) => ({ ...turn, text: turn.text + text }))
      const answer = await ask(question, append, abort.signal)
      // Only now: the service remembers nothing of a question that failed or was stopped.
      Object.assign(talk, { id: answer.conversation_id, about: record?.id })
      put(id, (turn) => ({ ...turn, answer }))
    } catch (error) {
      put(id, (turn) =>
        abort.signal.aborted ? { ...turn, isStopped: true } : { ...turn, error: error as Error },
      )
    } finally {
      if (going.current === abort) setBusy(false)
    }
  }
  const stop = () => going.current?.abort()
  const begin = () => {
    stop()
    known.current = {}
    setTurns([])
    setBusy(false)
  }
  return { turns, isBusy, ask: (query: string) => void pose(query), stop, begin }
}
