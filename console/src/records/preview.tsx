import { CloseButton, Group, Text } from '@mantine/core'
import { AnchorLink } from '../shell/links.tsx'
import { Markdown } from '../shell/markdown.tsx'
import { pageOfRecord } from '../shell/record-pages.ts'
import { lists as w } from '../words/lists.ts'
import { shell } from '../words/shell.ts'
import type { ListColumn } from './columns-menu.tsx'
import { hasValue, type Fact } from './facts.tsx'
import { titleOf, type Titled } from './kinds.ts'

interface Props<Item> {
  item: Item
  columns: readonly ListColumn<Item>[]
  /** Markdown. */
  text: string | null
  close: () => void
}

/** A record beside its list: every column, and its text. */
export function Preview<Item extends { id: string } & Titled>({ item, columns, text, close }: Props<Item>) {
  const facts = columns
    .filter(({ key, width }) => key !== 'id' && !width.includes('1fr'))
    .map(({ label, show, preview = show }): Fact => [label, preview(item)])
  return (
    <section className="preview" aria-label={w.preview(item.id)}>
      <Group justify="space-between" wrap="nowrap">
        <AnchorLink to={pageOfRecord(item.id)} size="sm">
          {w.openRecord} {item.id}
        </AnchorLink>
        <CloseButton size="sm" aria-label={shell.close} onClick={close} />
      </Group>
      <Text fw={600} className="anywhere">
        {titleOf(item)}
      </Text>
      <dl className="facts">
        {facts.filter(hasValue).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {text && <Markdown text={text} />}
    </section>
  )
}
