import { verificationKeysContext } from './key-rotations.ts'

/** A column whose values were encrypted with `seal`. */
export interface SealedColumn {
  table: string
  column: string
  /** The key columns of a row; all of them text. */
  key: string[]
  /** What the values are bound to: exactly what the module passes to `seal`. */
  context: (key: Record<string, string>) => string
}

const sealed = (name: string, key: string[], context: SealedColumn['context']): SealedColumn => {
  const [table = '', column = ''] = name.split('.')
  return { table, column, key, context }
}

/**
 * Every column with encrypted values. A rotation of the secret key re-encrypts these and nothing else, so a
 * column that is missing here is lost with the old key: `rotation-coverage.test.ts` fails until it is listed.
 */
export const sealedColumns: SealedColumn[] = [
  sealed('signing_keys.private_jwk_sealed', ['kid'], ({ kid }) => `signing-key ${kid}`),
  sealed('oidc_payloads.payload_sealed', ['model', 'id_hash'], (row) => `oidc ${row.model} ${row.id_hash}`),
  sealed('outbound_webhooks.headers_sealed', ['id'], ({ id }) => `${id} headers`),
  sealed('outbound_webhooks.secret_sealed', ['id'], ({ id }) => `${id} secret`),
  sealed('outbound_webhooks.previous_secret_sealed', ['id'], ({ id }) => `${id} secret`),
  sealed('inbound_webhooks.secret_sealed', ['id'], ({ id }) => `${id} secret`),
  sealed('inbound_webhooks.previous_secret_sealed', ['id'], ({ id }) => `${id} secret`),
  sealed('second_factors.secret_sealed', ['id'], ({ id }) => `totp ${id}`),
  sealed('second_factor_enrolments.secret_sealed', ['user_id'], (row) => `totp enrolment ${row.user_id}`),
  sealed('idempotency_keys.body', ['actor_id', 'key'], (row) => `idempotency ${row.actor_id} ${row.key}`),
  sealed('secret_key_rotations.verification_keys_sealed', ['key_id'], ({ key_id }) =>
    verificationKeysContext(key_id!),
  ),
]
