import { words } from '../words.ts'
import type { State, Text } from './model.ts'

const { knowledge: w } = words

export const textOf = ({ title, body, category, tags }: Text): Text => ({ title, body, category, tags })

/** All editable content as one text that can be compared line by line. */
export const asLines = ({ title, body, category, tags, state }: Text & { state?: State }): string =>
  [
    ...(state ? [`${w.state}: ${w.states[state]}`] : []),
    `${w.name}: ${title}`,
    `${w.category}: ${category ?? words.none}`,
    `${w.tags}: ${tags.join(', ') || words.none}`,
    '',
    body,
  ].join('\n')

export const changesOf = (before: Text, after: Text): Partial<Text> =>
  Object.fromEntries(
    Object.entries(textOf(after)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Text]),
    ),
  )
