import type { Ctx } from '../../../db/ctx.ts'
import { relationshipsOf } from '../../cmdb/store.ts'
import { incidentsOf } from '../../changes/store.ts'
import type { ChangeRow } from '../../changes/model.ts'
import type { CiRow } from '../../cmdb/model.ts'
import type { RequestRow } from '../../requests/model.ts'
import type { SlaClock } from '../../sla/clock.ts'
import type { StaticEmbedding } from '../embedding/static.ts'
import { problemText } from '../exemplars/model.ts'
import { cosine } from '../math/vectors.ts'
import { approvalText } from '../text/approval-text.ts'
import { quote } from '../text/quote.ts'
import { momentText } from '../text/times.ts'
import type { IncidentFacts, LinkedRecord } from './store.ts'
import * as store from './store.ts'
import { capital, keyNotes, type Facts } from './summarize.ts'

const maxNotesRead = 200
const maxLinks = 20
const longestText = 500

export async function factsOfIncident(
  ctx: Ctx,
  embedding: StaticEmbedding,
  incident: IncidentFacts,
): Promise<Facts> {
  const { id, short_description, description, priority, category, assignment_group, assigned_to } = incident
  const { base_url } = ctx.config
  const notes = await store.notesOf(ctx.db, id, maxNotesRead)
  const meaning = embedding.embed(problemText(incident))
  const relevance = (text: string) => cosine(meaning, embedding.embed(text))
  return {
    id,
    noun: `${priority} incident`,
    title: short_description,
    state: incident.state,
    since: stateSince(incident.sla, incident.created_at),
    people: { opened_by: incident.opened_by, assigned_to, assignment_group },
    last_activity_at: incident.updated_at,
    sla: {
      target_minutes: incident.sla.summary.target_minutes,
      clock: incident.sla.summary.clock,
      breach_at: incident.sla_breach_at.toISOString(),
      breached: incident.sla.summary.breached,
    },
    notes: keyNotes(notes, relevance, base_url),
    links: [
      ...(await linksTo(ctx, 'configuration_item', 'ci', incident.ci_id)),
      ...(await linksTo(ctx, 'change', 'change', incident.change_id)),
    ],
    more: [
      ...(category ? [`Category: ${category}.`] : []),
      ...(incident.parent_problem_id ? [`Problem: ${incident.parent_problem_id}.`] : []),
      ...described(description, base_url),
    ],
  }
}

/** When it entered its current state. */
function stateSince({ segments }: SlaClock, created_at: Date): Date {
  const state = segments.at(-1)?.state
  const before = segments.findLastIndex((segment) => segment.state !== state)
  return new Date(segments[before + 1]?.from ?? created_at)
}

export async function factsOfChange(ctx: Ctx, change: ChangeRow): Promise<Facts> {
  const { id, type, risk, planned_start, planned_end, approval } = change
  const incidents = await incidentsOf(ctx.db, [id])
  return {
    ...(await recordFacts(ctx, change, `${type} change of ${risk} risk`)),
    people: {
      requested_by: change.requested_by,
      assigned_to: change.assigned_to,
      assignment_group: change.assignment_group,
    },
    links: [
      ...(await linksTo(ctx, 'configuration_item', 'ci', ...change.ci_ids)),
      ...(await linksTo(ctx, 'incident', 'incident', ...incidents.map((incident) => incident.id))),
    ],
    more: [
      `${capital(approvalText(approval))}.`,
      ...(planned_start
        ? [
            `Planned from ${momentText(planned_start)}${planned_end ? ` to ${momentText(planned_end)}` : ', no end set'}.`,
          ]
        : []),
      ...described(change.description, ctx.config.base_url),
    ],
  }
}

export async function factsOfRequest(ctx: Ctx, request: RequestRow): Promise<Facts> {
  const { item, quantity, approval } = request
  return {
    ...(await recordFacts(ctx, request, `${request.priority} request`)),
    people: {
      requested_for: request.requested_for,
      created_by: request.created_by,
      assigned_to: request.assigned_to,
      assignment_group: request.assignment_group,
    },
    links: [],
    more: [
      ...(item ? [`Item: ${quantity} x ${item}.`] : []),
      `${capital(approvalText(approval))}.`,
      ...described(request.description, ctx.config.base_url),
    ],
  }
}

const recordFacts = async ({ db }: Ctx, row: ChangeRow | RequestRow, noun: string) => ({
  id: row.id,
  noun,
  title: row.short_description,
  state: row.state,
  since: (await store.stateChangedAt(db, row.id, 'state')) ?? row.created_at,
  last_activity_at: row.updated_at,
  sla: null,
  notes: [],
})

export async function factsOfCi(ctx: Ctx, ci: CiRow): Promise<Facts> {
  const { id, name, class: kind, environment, criticality, location } = ci
  const open = await store.openOn(ctx.db, [id], maxLinks, { to: ctx.now })
  const related = (await relationshipsOf(ctx.db, [id])).get(id) ?? []
  return {
    id,
    noun: kind,
    title: name,
    state: ci.status,
    since: (await store.stateChangedAt(ctx.db, id, 'status')) ?? ci.created_at,
    people: { owner: ci.owner, support_group: ci.support_group },
    last_activity_at: ci.updated_at,
    sla: null,
    notes: [],
    links: [
      ...(await linksTo(ctx, 'open_incident', 'incident', ...open.map((incident) => incident.id))),
      ...(await linksTo(ctx, 'related_to', 'ci', ...related.map((each) => each.ci_id))),
    ],
    more: [
      ...(environment ? [`Environment: ${environment}.`] : []),
      ...(criticality ? [`Criticality: ${criticality}.`] : []),
      ...(location ? [`Location: ${location}.`] : []),
    ],
  }
}

async function linksTo(
  ctx: Ctx,
  relation: string,
  kind: 'incident' | 'change' | 'ci',
  ...ids: (string | null)[]
): Promise<LinkedRecord[]> {
  const named = ids.filter((id) => id !== null).slice(0, maxLinks)
  return named.length > 0 ? store.linksTo(ctx.db, { relation, kind, ids: named }) : []
}

const described = (description: string | null, baseUrl: string): string[] =>
  description?.trim() ? [`“${quote(description, baseUrl, longestText)}”`] : []
