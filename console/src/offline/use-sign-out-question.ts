import { useEffect, useState } from 'react'
import { askBeforeSignOut } from '../session/session.ts'
import { notifyFailure } from '../shell/notify.ts'
import { offline as w } from '../words/offline.ts'
import { isServiceReachable } from './connection.ts'
import { changeOutbox, readOutbox } from './outbox.ts'

interface Question {
  count: number
  answer: (mayLeave: boolean) => void
}

/** Signing out forgets what has not been sent, so it asks first. Undefined while nothing is asked. */
export function useSignOutQuestion() {
  const [question, setQuestion] = useState<Question>()
  useEffect(() => {
    askBeforeSignOut(async () => {
      if (!isServiceReachable()) {
        notifyFailure(w.signOutLater)
        return false
      }
      const { length } = readOutbox()
      return length === 0 || new Promise((resolve) => setQuestion({ count: length, answer: resolve }))
    })
  }, [])
  return (
    question && {
      count: question.count,
      decide: (mayLeave: boolean) => {
        if (mayLeave) changeOutbox(() => [])
        setQuestion(undefined)
        question.answer(mayLeave)
      },
    }
  )
}
