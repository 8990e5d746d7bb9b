import { Button, Group, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/client.ts'
import type { Suggestion, SuggestionsRequest } from '../../api/schema.d.ts'
import { labelOf } from '../../shell/label-of.ts'
import { Section } from '../../shell/section.tsx'
import { startOfText } from '../../shell/start-of-text.ts'
import { incidents as w } from '../../words/incidents.ts'
import type { SuggestedField } from './model.ts'

/** Less certain suggestions cost more time than they save. */
const minConfidence = 0.5

interface Props {
  /** Description of the incident as typed so far. */
  text: string
  fields: readonly SuggestedField[]
  current: Record<string, unknown>
  apply: (change: Record<string, string>) => void
}

/** Suggested field values that differ from the current ones, requested when typing pauses. */
export function Suggestions({ text, fields, current, apply }: Props) {
  const [debounced] = useDebouncedValue(startOfText(text.trim(), 4000), 600)
  const { data } = useQuery({
    queryKey: ['/ai/suggest', debounced],
    queryFn: async ({ signal }) => {
      const body: SuggestionsRequest = {
        text: debounced,
        suggest_for: ['category', 'priority', 'assignment_group'],
      }
      return (await bodyOf(api.POST('/ai/suggest', { body, signal }))).suggestions
    },
    enabled: debounced.length >= 10 && fields.length > 0,
    staleTime: 300_000,
    retry: false,
  })
  const offered = fields.filter((field) => {
    const found = data?.[field]
    return found && found.confidence >= minConfidence && found.value !== current[field]
  })
  return (
    <div role="status">
      {offered.length > 0 && (
        <Section title={w.suggestions(100 * minConfidence)}>
          <Group gap="xs">
            {offered.map((field) => (
              <FieldSuggestion
                key={field}
                label={labelOf(field)}
                suggestion={data![field]!}
                apply={(value) => apply({ [field]: value })}
              />
            ))}
          </Group>
        </Section>
      )}
    </div>
  )
}

interface FieldSuggestionProps {
  label: string
  suggestion: Suggestion
  apply: (value: string) => void
}

/** Applied with one click; the tooltip gives the reason. */
const FieldSuggestion = ({
  label,
  suggestion: { value, confidence, reasoning },
  apply,
}: FieldSuggestionProps) => (
  <Tooltip
    label={reasoning}
    multiline
    maw={320}
    disabled={!reasoning}
    events={{ hover: true, focus: true, touch: false }}
  >
    <Button size="compact-sm" variant="light" className="wrapping" onClick={() => apply(value)}>
      {label}: {value} · {w.confidence(confidence)}
    </Button>
  </Tooltip>
)
