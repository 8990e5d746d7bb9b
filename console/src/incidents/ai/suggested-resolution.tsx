import { Button } from '@mantine/core'
import { Markdown } from '../../shell/markdown.tsx'
import { Section } from '../../shell/section.tsx'
import { words } from '../../words.ts'

const { incidents: w } = words

export function SuggestedResolution({ text, propose }: { text: string; propose: (text: string) => void }) {
  if (!text) return null
  return (
    <Section
      title={w.suggested}
      actions={
        <Button size="compact-xs" variant="default" onClick={() => propose(text)}>
          {w.useAsNote}
        </Button>
      }
    >
      <Markdown text={text} />
    </Section>
  )
}
