import { sql } from 'kysely'
import type { Ctx } from '../../../db/ctx.ts'
import { allRows } from '../../../db/rows.ts'
import type { Group } from './groups.ts'
import type { GroupField } from './language/meaning.ts'
import { minutesText, safeText, humanize } from './answer-text.ts'

const groupNames: Partial<Record<GroupField, string>> = {
  assigned_to: 'assignee',
  opened_by: 'caller',
  ci_id: 'CI',
  hour: 'hour of the day (UTC)',
}
export const nameOf = (field: GroupField) => groupNames[field] ?? humanize(field)

/** Groups with display names. */
export async function withLabels(ctx: Ctx, groups: Group[], by: GroupField | undefined) {
  const names = by === 'ci_id' ? await namesOf(ctx, groups) : new Map<string, string>()
  return groups.map((group) => ({
    ...group,
    minutes: group.minutes === null ? null : Math.round(group.minutes * 10) / 10,
    label: safeText(ctx, group.value === null ? 'none' : (names.get(group.value) ?? humanize(group.value))),
  }))
}

export const lineOf = ({ label, count, minutes }: Group & { label: string }) =>
  `- ${label}: ${minutes === null ? count : `${minutesText(minutes)} (${count})`}`

async function namesOf(ctx: Ctx, groups: Group[]): Promise<Map<string, string>> {
  const ids = groups.map(({ value }) => value)
  const rows = await allRows<{ id: string; name: string }>(
    ctx.db,
    sql`select id, name from cis where id = any(${ids}::text[]) and deleted_at is null`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
