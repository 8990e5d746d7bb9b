import './difference.css'
import { Stack, Text, VisuallyHidden } from '@mantine/core'
import { useMemo } from 'react'
import { Dimmed } from '../shell/dimmed.ts'
import { knowledge as w } from '../words/knowledge.ts'
import { difference, type Part, type Row } from './difference.ts'

const signs = { same: ' ', removed: '−', added: '+' }
const screenReaderLabels = { same: '', removed: w.removed, added: w.added }

/** A merged view of two texts; changes are marked by sign, element and colour. */
export function Difference({ before, after }: { before: string; after: string }) {
  const rows = useMemo(() => difference(before, after), [before, after])
  const count = (kind: Part['kind']) => rows.filter((row) => row.kind === kind).length
  if (before === after) return <Text size="sm">{w.same}</Text>
  return (
    <Stack gap="xs">
      <Dimmed>{w.lineCounts(count('added'), count('removed'))}</Dimmed>
      <div className="difference" role="region" aria-label={w.difference} tabIndex={0}>
        {rows.map((row, index) => (
          <DifferenceRow key={index} row={row} />
        ))}
      </div>
    </Stack>
  )
}

function DifferenceRow({ row }: { row: Row }) {
  if (row.kind === 'left out') return <div className="left-out">{w.unchanged(row.count)}</div>
  return (
    <div className={row.kind}>
      <span aria-hidden>{signs[row.kind]}</span>
      <span>
        {row.kind !== 'same' && <VisuallyHidden>{screenReaderLabels[row.kind]} </VisuallyHidden>}
        {row.words.map(({ kind, text }, index) => (
          <Word key={index} kind={kind} text={text} />
        ))}
      </span>
    </div>
  )
}

const Word = ({ kind, text }: Part) =>
  kind === 'same' ? text : kind === 'removed' ? <del>{text}</del> : <ins>{text}</ins>
