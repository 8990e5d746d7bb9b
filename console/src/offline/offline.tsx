import './offline.css'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, type ReactNode } from 'react'
import { useMe } from '../session/me.ts'
import { OutboxDialog, SignOutDialog } from '../shell/later.ts'
import { offline as w } from '../words/offline.ts'
import { firstPause, longestPause, useReachable } from './connection.ts'
import { useOutbox } from './outbox.ts'
import { sendOutbox } from './send-outbox.ts'
import { useSignOutQuestion } from './use-sign-out-question.ts'
import { isWaiting } from './write.ts'

/** Tells that the service cannot be reached, and what waits for it. */
export function Offline() {
  const { me } = useMe() // the outbox belongs to the person who is signed in
  const isReachable = useReachable()
  const writes = useOutbox()
  const waiting = me ? writes.filter(isWaiting).length : 0
  const refused = me ? writes.length - waiting : 0
  const [isOpen, list] = useDisclosure()
  const signOut = useSignOutQuestion()
  useSending(isReachable && waiting > 0)
  return (
    <>
      {!isReachable && (
        <Notice colour="yellow" title={w.title} {...(waiting > 0 && { show: list.open })}>
          {w.stays} {waiting > 0 && `${w.waiting(waiting)}.`}
        </Notice>
      )}
      {isReachable && waiting > 0 && <Notice colour="blue" title={w.sending(waiting)} show={list.open} />}
      {refused > 0 && <Notice colour="red" title={w.refused(refused)} show={list.open} />}
      <Suspense fallback={null}>
        {isOpen && writes.length > 0 && <OutboxDialog close={list.close} writes={writes} />}
        {signOut && <SignOutDialog {...signOut} />}
      </Suspense>
    </>
  )
}

/** Sends what waits as soon as the service answers, again if it answers with a failure, and shows the result. */
function useSending(canSend: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!canSend) return undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = async (pause: number) => {
      await sendOutbox().catch(() => undefined) // the connection is gone again: what waits stays
      void queries.invalidateQueries()
      if (!isOver) timer = setTimeout(() => void send(Math.min(2 * pause, longestPause)), pause)
    }
    void send(firstPause)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [canSend, queries])
}

interface NoticeProps {
  colour: string
  title: string
  show?: () => void
  children?: ReactNode
}

const Notice = ({ colour, title, show, children }: NoticeProps) => (
  <Alert className="offline" color={colour} role="status" mb="md" p="sm" variant="light">
    <Group justify="space-between" gap="sm">
      <div className="offline-text">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        {children && <Text size="sm">{children}</Text>}
      </div>
      {show && (
        <Button size="xs" variant="default" onClick={show}>
          {w.show}
        </Button>
      )}
    </Group>
  </Alert>
)
