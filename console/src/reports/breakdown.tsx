import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Section } from '../shell/section.tsx'
import { reports as w } from '../words/reports.ts'
import type { Part } from './parts.ts'

interface Props {
  title: string
  parts: readonly Part[]
  summary: string
}

/** A bar with a number for each part, linked to the matching list. */
export function Breakdown({ title, parts, summary }: Props) {
  const most = Math.max(...parts.map(({ count }) => count), 1)
  return (
    <Section title={title}>
      <Text size="sm">{summary}</Text>
      {parts.length > 0 && (
        <ul className="parts">
          {parts.map(({ name, count, colour, link }) => (
            <li key={name}>
              <Link {...link} className="part">
                <span>{name}</span>
                <span aria-hidden className="bar">
                  <span style={{ width: `${(100 * count) / most}%`, background: colour }} />
                </span>
                <b>{w.number(count)}</b>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
