import { Type } from 'typebox'
import { Nullable, Timestamp } from '../../../kernel/schema.ts'

/** Encrypted; the previous one is valid for a while after a rotation. */
export interface SealedSecrets {
  secret_sealed: string | null
  previous_secret_sealed: string | null
  previous_secret_until: Date | null
}

export const noSecret: SealedSecrets = {
  secret_sealed: null,
  previous_secret_sealed: null,
  previous_secret_until: null,
}

/** What webhooks of both directions have. */
export interface WebhookRow extends SealedSecrets {
  id: string
  name: string
  active: boolean
  owner_id: string
  owner_email: string
  version: number
  created_at: Date
  updated_at: Date
}

/** Besides the fields that clients write. */
export const webhookColumns = `id owner_id owner_email version created_at updated_at
  secret_sealed previous_secret_sealed previous_secret_until`.split(/\s+/)

/** The columns that the database fills in. */
type GeneratedColumn = 'version' | 'created_at' | 'updated_at'
export type WebhookInput<Row extends WebhookRow> = Omit<Row, GeneratedColumn>

/** What a client reads of every webhook and cannot write. */
export const readOnlyFields = {
  id: Type.String(),
  owner: Type.String({ description: 'E-mail address of its creator' }),
  previous_secret_until: Nullable(Timestamp),
  version: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
  secret: Type.Optional(Type.String({ description: 'Shown once: when it is created' })),
  deleted: Type.Optional(Type.Boolean()),
}

/** The same for one webhook, and its stored fields; `secret` only when it was just created. */
export function presentCommon<Row extends WebhookRow, Name extends keyof Row>(
  row: Row,
  storedFields: readonly Name[],
  secret: string | undefined,
) {
  const { id, owner_email: owner, previous_secret_until, version, created_at, updated_at } = row
  return {
    ...(Object.fromEntries(storedFields.map((name) => [name, row[name]])) as Pick<Row, Name>),
    id,
    owner,
    previous_secret_until,
    version,
    created_at,
    updated_at,
    ...(secret && { secret }),
  }
}
