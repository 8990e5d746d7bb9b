import { Type, type Static } from 'typebox'
import { Enum, SingleLine, NamedBody, NamedObject, Nullable, Timestamp } from '../../../kernel/schema.ts'
import { clockStates } from '../../sla/clock.ts'
import { reportFields } from '../cache/model.ts'
import { OptionalContext } from '../context/model.ts'
import { Model } from '../models/model.ts'

const recordTypes = ['incident', 'change', 'request', 'ci'] as const
export type RecordType = (typeof recordTypes)[number]

export const analysisTypes = ['root_cause', 'impact', 'summary'] as const

export const AnalyzeRequest = NamedBody('AnalysisRequest', {
  record_type: Enum(recordTypes),
  record_id: SingleLine(40),
  analysis_type: Enum(analysisTypes),
  context_record: OptionalContext,
  model: Model,
})
export type AnalyzeRequest = Static<typeof AnalyzeRequest>

const Evidence = NamedObject('Evidence', {
  kind: Enum(['incident', 'change', 'ci', 'problem']),
  id: Type.String(),
  statement: Type.String(),
})
export type Evidence = Static<typeof Evidence>

export const RootCause = NamedObject('RootCause', {
  probable_root_cause: Type.String({
    description: 'Begins with "Inconclusive" if there is no evidence for a cause',
  }),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  resolution_steps: Type.Array(Type.String(), {
    description: 'Steps that worked, quoted from notes',
  }),
  related_problem: Type.String({ description: 'Empty when none is known' }),
  similar_past_incidents: Type.Array(Type.String()),
  estimated_resolution_minutes: Type.Integer({
    description: 'The median of similar incidents; 0 when there are none',
  }),
  evidence: Type.Array(Evidence),
})
export type RootCause = Static<typeof RootCause>

export const levels = ['low', 'medium', 'high'] as const
export type Level = (typeof levels)[number]

const Counts = Type.Record(Type.String(), Type.Integer())

export const Impact = NamedObject('Impact', {
  level: Enum(levels),
  reasons: Type.Array(Type.String()),
  ci_ids: Type.Array(Type.String(), { description: 'What the record is about' }),
  affected_count: Type.Integer({ description: 'Number of dependent CIs' }),
  truncated: Type.Boolean({ description: 'There are more than the count' }),
  by_class: Counts,
  by_criticality: Counts,
  by_environment: Counts,
  affected_services: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      class: Type.String(),
      criticality: Nullable(Type.String()),
    }),
  ),
  open_incidents: Type.Array(
    Type.Object({
      id: Type.String(),
      priority: Type.String(),
      short_description: Type.String(),
      ci_id: Type.String(),
    }),
  ),
  evidence: Type.Array(Evidence),
})
export type Impact = Static<typeof Impact>

export const Summary = NamedObject('Summary', {
  summary: Type.String(),
  title: Type.String(),
  state: Type.String(),
  since: Timestamp,
  people: Type.Record(Type.String(), Type.String(), { description: 'People involved, by role' }),
  last_activity_at: Timestamp,
  sla: Nullable(
    Type.Object({
      target_minutes: Type.Integer(),
      clock: Enum(clockStates),
      breach_at: Timestamp,
      breached: Type.Boolean(),
    }),
  ),
  key_notes: Type.Array(
    Type.Object({ id: Type.String(), author: Type.String(), created_at: Timestamp, text: Type.String() }),
  ),
  links: Type.Array(Type.Object({ relation: Type.String(), id: Type.String(), title: Type.String() })),
})
export type Summary = Static<typeof Summary>

export type Findings = RootCause | Impact | Summary

export const Analysis = NamedObject('Analysis', {
  record_id: Type.String(),
  analysis_type: Enum(analysisTypes),
  findings: Type.Union([RootCause, Impact, Summary]),
  ...reportFields,
})
