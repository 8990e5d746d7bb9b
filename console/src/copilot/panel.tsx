import './copilot.css'
import { Button, CloseButton, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState, type MouseEvent, type RefObject } from 'react'
import { Dimmed } from '../shell/dimmed.ts'
import { isComposing, isEscape } from '../shell/is-composing.ts'
import { withoutReload } from '../shell/without-reload.ts'
import { copilot as w } from '../words/copilot.ts'
import { shell } from '../words/shell.ts'
import { useConversation } from './conversation.ts'
import { OneTurn } from './turn.tsx'

/** Below this width the panel covers the page. */
const narrow = '(width < 62em)'

export function CopilotPanel({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { pathname } = useLocation()
  const talk = useConversation(pathname)
  const { turns, isBusy } = talk
  const last = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isOpen) input.current?.focus()
  }, [isOpen])
  useEffect(() => {
    // The question moves to the top as its answer grows, and the answer is read from its start.
    last.current?.scrollIntoView({ block: 'start' })
  }, [turns])
  /** The pressed button disappears, so the focus moves to the input. */
  const thenWrite =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given) => {
      act(...given)
      input.current?.focus()
    }
  const [ask, stop, begin] = [thenWrite(talk.ask), thenWrite(talk.stop), thenWrite(talk.begin)]
  const leaveForPage = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a[href^="/"]')
    if (link && matchMedia(narrow).matches) close()
  }
  return (
    <div className="copilot" onKeyDown={(event) => isEscape(event) && close()} onClick={leaveForPage}>
      <Group justify="space-between" wrap="nowrap" p="sm">
        <Title order={2} size="h4">
          {shell.copilot.title}
        </Title>
        <Group gap="xs" wrap="nowrap">
          {turns.length > 0 && (
            <Button size="compact-xs" variant="default" onClick={begin}>
              {w.newConversation}
            </Button>
          )}
          <CloseButton aria-label={w.close} onClick={close} />
        </Group>
      </Group>
      <div className="talk" role="log" aria-label={w.conversation} aria-busy={isBusy} tabIndex={0}>
        {turns.length === 0 && <Examples ask={ask} />}
        {turns.map((turn) => (
          <div key={turn.id} ref={turn.id === turns.at(-1)?.id ? last : undefined}>
            <OneTurn turn={turn} />
          </div>
        ))}
      </div>
      <Ask input={input} isBusy={isBusy} ask={ask} stop={stop} />
    </div>
  )
}

const Examples = ({ ask }: { ask: (query: string) => void }) => (
  <Stack gap="xs" align="start">
    <Text size="sm">{w.about}</Text>
    {w.examples.map((example) => (
      <Button key={example} size="xs" variant="default" onClick={() => ask(example)}>
        {example}
      </Button>
    ))}
    <Dimmed>{w.shortcut}</Dimmed>
  </Stack>
)

interface AskProps {
  input: RefObject<HTMLTextAreaElement | null>
  isBusy: boolean
  ask: (query: string) => void
  stop: () => void
}

function Ask({ input, isBusy, ask, stop }: AskProps) {
  const [text, setText] = useState('')
  const send = () => {
    if (text.trim() === '' || isBusy) return
    ask(text.trim())
    setText('')
  }
  return (
    <form className="ask" onSubmit={withoutReload(send)}>
      <Textarea
        ref={input}
        label={w.question}
        description={w.hint}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
          event.preventDefault()
          send()
        }}
      />
      {isBusy ? (
        <Button size="sm" variant="default" onClick={stop}>
          {w.stop}
        </Button>
      ) : (
        <Button size="sm" type="submit" disabled={text.trim() === ''}>
          {w.ask}
        </Button>
      )}
    </form>
  )
}
