import './record-frame.css'
import { Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, type CSSProperties, type ReactNode } from 'react'
import type { WatchedPath } from '../api/paths.ts'
import { dropOldDrafts } from './drafts.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { WatchButton, Watchers } from './watchers.tsx'

interface Props {
  path: WatchedPath
  id: string
  version: number
  /** Priority, state, people and what is due, in one line with the number. */
  head: ReactNode
  /** Buttons at the end of that line. */
  actions: ReactNode
  title: ReactNode
  /** Between the title and the columns: progress, warnings and errors. */
  notices?: ReactNode
  /** Texts and activity. */
  children: ReactNode
  /** Details and related records; without them the content has the whole width. */
  side?: ReactNode
}

/** The page of every record: one line that says what matters, the title, and two columns. */
export function RecordFrame({ path, id, version, head, actions, title, notices, children, side }: Props) {
  useEffect(() => dropOldDrafts(), [])
  const { ref, height } = useElementSize()
  return (
    <div className="record" data-version={version}>
      <div className="record-head">
        <Text fw={600} span>
          {id}
        </Text>
        {head}
        <div className="actions" {...useKeptFocus()}>
          {!side && <WatchButton path={path} id={id} />}
          {actions}
        </div>
      </div>
      <div className="record-title-line">{title}</div>
      <div className="record-notices">{notices}</div>
      {side ? (
        <div className="record-columns">
          <div>{children}</div>
          <div ref={ref} className="record-side" style={{ '--side-height': `${height}px` } as CSSProperties}>
            {side}
            <Watchers path={path} id={id} />
          </div>
        </div>
      ) : (
        children
      )}
    </div>
  )
}
