import { upperFirst } from '@mantine/hooks'
import { problems as w } from '../words/problems.ts'

/** What the name of a field, or another stored name, says to people: `ci_id` is the configuration item. */
export function labelOf(path: string): string {
  const field = path.replace(/^field_mapping\./, '').replaceAll(/\.\d+(?=\.|$)/g, '')
  return w.labels[field] ?? upperFirst(w.named(field))
}
