import { Alert, List } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../api/client.ts'
import type { Incident } from '../api/schema.d.ts'
import { RecordLink } from '../records/record-link.tsx'
import { words } from '../words.ts'
import { openStates } from './model.ts'

/** Words that say what it is about; quotes and signs would be read as a search of another kind. */
const wordsOf = (text: string) => [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu))].slice(0, 12)

/** How many of the words stand there too, in whatever form: "drops" counts for "dropped". */
const inCommon = (asked: string[], text: string) => {
  const stems = new Set(wordsOf(text).map((word) => word.slice(0, 4)))
  return asked.filter((word) => stems.has(word.slice(0, 4))).length
}

async function findAlike(asked: string[], signal: AbortSignal): Promise<Incident[]> {
  const query = { q: asked.join(' or '), state: openStates.join(','), limit: 50 }
  const { data } = await bodyOf(api.GET('/incidents', { params: { query }, signal }))
  return data
    .map((incident) => ({ incident, n: inCommon(asked, incident.short_description) }))
    .filter(({ n }) => n >= 2 && n >= asked.length / 2)
    .toSorted((a, b) => b.n - a.n)
    .slice(0, 5)
    .map(({ incident }) => incident)
}

/** Open incidents with the same words: perhaps it is known already. */
export function Duplicates({ text }: { text: string }) {
  const [asked] = useDebouncedValue(wordsOf(text).join(' '), 600)
  const { data: alike = [] } = useQuery({
    queryKey: ['/incidents', 'alike', asked],
    queryFn: ({ signal }) => findAlike(asked.split(' '), signal),
    enabled: asked.includes(' '),
    retry: false,
  })
  return (
    <div role="status">
      {alike.length > 0 && (
        <Alert color="gray" title={words.incidents.alike}>
          <List size="sm" listStyleType="none">
            {alike.map(({ id, short_description }) => (
              <List.Item key={id}>
                <RecordLink kind="incident" id={id} title={short_description} />
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  )
}
