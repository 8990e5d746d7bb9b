import { Button } from '@mantine/core'
import { Markdown } from '../../shell/markdown.tsx'
import { Section } from '../../shell/section.tsx'
import { incidents as w } from '../../words/incidents.ts'

interface Props {
  text: string
  /** Absent for those who cannot write notes. */
  propose: ((text: string) => void) | undefined
}

export function SuggestedResolution({ text, propose }: Props) {
  if (!text) return null
  return (
    <Section
      title={w.suggested}
      actions={
        propose && (
          <Button size="compact-xs" variant="default" onClick={() => propose(text)}>
            {w.useAsNote}
          </Button>
        )
      }
    >
      <Markdown text={text} />
    </Section>
  )
}
