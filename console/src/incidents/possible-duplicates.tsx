import { Button, Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../api/client.ts'
import type { Incident } from '../api/schema.d.ts'
import { PriorityBadge } from '../records/priority.tsx'
import { RecordLink } from '../records/record-link.tsx'
import { Caption } from '../shell/dimmed.ts'
import { Section } from '../shell/section.tsx'
import { Ago } from '../shell/time.tsx'
import { incidents as w } from '../words/incidents.ts'
import { openIncidentStates } from '../records/open-states.ts'

/** Plain search terms; quotes and operators would change the meaning of the search. */
const wordsOf = (text: string) => [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu))].slice(0, 12)

/** Counts the search terms that occur in the text by their beginnings: "drops" matches "dropped". */
const sharedTerms = (terms: string[], text: string) => {
  const stems = new Set(wordsOf(text).map((word) => word.slice(0, 4)))
  return terms.filter((word) => stems.has(word.slice(0, 4))).length
}

async function findSimilar(terms: string[], signal: AbortSignal): Promise<Incident[]> {
  const query = { q: terms.join(' or '), state: openIncidentStates.join(','), limit: 50 }
  const { data } = await bodyOf(api.GET('/incidents', { params: { query }, signal }))
  return data
    .map((incident) => ({ incident, n: sharedTerms(terms, incident.short_description) }))
    .filter(({ n }) => n >= 2 && n >= terms.length / 2)
    .toSorted((a, b) => b.n - a.n)
    .slice(0, 5)
    .map(({ incident }) => incident)
}

interface Props {
  text: string
  without?: string
  /** Marks the incident of the page as a duplicate of the chosen one. */
  mark?: ((original: string) => void) | undefined
}

/** Open incidents with similar wording, unless it is known what they are duplicates of. */
export function PossibleDuplicates({ text, without, mark }: Props) {
  const [terms] = useDebouncedValue(wordsOf(text).join(' '), 600)
  const { data = [] } = useQuery({
    queryKey: ['/incidents', 'alike', terms],
    queryFn: ({ signal }) => findSimilar(terms.split(' '), signal),
    enabled: terms.includes(' '),
    retry: false,
  })
  const alike = data.filter(({ id, duplicate_of }) => id !== without && !duplicate_of)
  return (
    <div role="status">
      {alike.length > 0 && (
        <Section title={w.possibleDuplicates}>
          <Stack gap="sm" component="ul" m={0} className="plain-list">
            {alike.map((incident) => (
              <li key={incident.id}>
                <PossibleDuplicate incident={incident} mark={mark} />
              </li>
            ))}
          </Stack>
        </Section>
      )}
    </div>
  )
}

const PossibleDuplicate = ({ incident, mark }: { incident: Incident } & Pick<Props, 'mark'>) => (
  <>
    <Text size="sm">
      <RecordLink id={incident.id} title={incident.short_description} />
    </Text>
    <Group gap="xs" mt={4}>
      <PriorityBadge size="sm" priority={incident.priority} />
      <Caption>
        {w.states[incident.state]}, <Ago at={incident.created_at} />
      </Caption>
      {mark && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={w.markAsDuplicateOf(incident.id)}
          onClick={() => mark(incident.id)}
        >
          {w.markAsDuplicate}
        </Button>
      )}
    </Group>
  </>
)
