import { Anchor, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Markdown } from '../shell/markdown.tsx'
import { knowledge } from '../words/knowledge.ts'

interface Part {
  id: string
  label: string
  level: number
}

/** A shorter article needs no table of contents. */
const isLong = (parts: Part[]) => parts.length >= 4

/** The text of an article, with a table of contents if it is long. */
export function ArticleText({ text }: { text: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const [parts, setParts] = useState<Part[]>([])
  useEffect(() => {
    const headings = [...frame.current!.querySelectorAll('h2, h3')]
    setParts(
      headings.map((heading, index) => {
        heading.id = `part-${index + 1}`
        return { id: heading.id, label: heading.textContent ?? '', level: Number(heading.tagName[1]) }
      }),
    )
    // The browser looked for the part of a link before the text was there. Back restores the position instead.
    if (parts.length === 0 && scrollY === 0)
      headings.find(({ id }) => `#${id}` === location.hash)?.scrollIntoView()
  }, [text])
  const outermost = Math.min(...parts.map(({ level }) => level))
  return (
    <>
      {isLong(parts) && (
        <Stack component="nav" gap={0} mb="md" aria-label={knowledge.contents}>
          <Text size="sm" fw={600}>
            {knowledge.contents}
          </Text>
          {parts.map(({ id, label, level }) => (
            <Anchor
              key={id}
              href={`#${id}`}
              size="sm"
              py={3}
              ml={level === outermost ? 0 : 'md'}
              className="anywhere"
            >
              {label}
            </Anchor>
          ))}
        </Stack>
      )}
      <div ref={frame}>
        <Markdown text={text} />
      </div>
    </>
  )
}
