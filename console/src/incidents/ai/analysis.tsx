import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Analysis as AnalysisAnswer } from '../../api/schema.d.ts'
import { api, bodyOf } from '../../api/client.ts'
import { Caption } from '../../shell/dimmed.ts'
import { Failure } from '../../shell/failure.tsx'
import { Loading } from '../../shell/loading.tsx'
import { Section } from '../../shell/section.tsx'
import { incidents } from '../../words/incidents.ts'
import { ImpactFindings, RootCauseFindings, SummaryFindings } from './findings.tsx'
import { analyses, type AnalysisType, type Findings } from './model.ts'

const { analysis: w } = incidents

type Answer = AnalysisAnswer &
  { [T in AnalysisType]: { analysis_type: T; findings: Findings[T] } }[AnalysisType]

/** Runs an analysis of the incident on request and shows it with its evidence. */
export function Analysis({ id, propose }: { id: string; propose: (text: string) => void }) {
  const asking = useMutation({
    mutationFn: async (analysis_type: AnalysisType) => {
      const body = { record_type: 'incident', record_id: id, analysis_type } as const
      return (await bodyOf(api.POST('/ai/analyze', { body }))) as Answer
    },
  })
  return (
    <Section title={w.title}>
      <Group gap="xs">
        {analyses.map((type) => (
          <Button
            key={type}
            size="xs"
            variant={asking.variables === type ? 'light' : 'default'}
            disabled={asking.isPending}
            onClick={() => asking.mutate(type)}
          >
            {w.types[type]}
          </Button>
        ))}
      </Group>
      {asking.isPending && <Loading />}
      {asking.error && <Failure error={asking.error} />}
      <div role="status">{asking.data && <AnalysisResult answer={asking.data} propose={propose} />}</div>
    </Section>
  )
}

function AnalysisResult({ answer, propose }: { answer: Answer; propose: (text: string) => void }) {
  return (
    <>
      {answer.analysis_type === 'root_cause' && (
        <RootCauseFindings found={answer.findings} propose={propose} />
      )}
      {answer.analysis_type === 'impact' && <ImpactFindings found={answer.findings} />}
      {answer.analysis_type === 'summary' && <SummaryFindings found={answer.findings} propose={propose} />}
      <Caption mt="xs">{w.by(answer.model_used, answer.cache_hit)}</Caption>
    </>
  )
}
