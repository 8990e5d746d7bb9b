import { knowledge as w } from '../words/knowledge.ts'
import { shell } from '../words/shell.ts'
import type { State, Text } from './model.ts'

export const textOf = ({ title, body, category, tags }: Text): Text => ({ title, body, category, tags })

/** All editable content as one text that can be compared line by line. */
export const asLines = ({ title, body, category, tags, state }: Text & { state?: State }): string =>
  [
    ...(state ? [`${w.state}: ${w.states[state]}`] : []),
    `${w.name}: ${title}`,
    `${w.category}: ${category ?? shell.none}`,
    `${w.tags}: ${tags.join(', ') || shell.none}`,
    '',
    body,
  ].join('\n')

export const changesOf = (before: Text, after: Text): Partial<Text> =>
  Object.fromEntries(
    Object.entries(textOf(after)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Text]),
    ),
  )
