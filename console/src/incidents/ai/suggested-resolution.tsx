import { Button } from '@mantine/core'
import { Markdown } from '../../shell/markdown.tsx'
import { Section } from '../../shell/section.tsx'
import { incidents as w } from '../../words/incidents.ts'

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
