// Written by npm run docs from the migrations: do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Read as a value, written as JSON text. */
type Json = ColumnType<unknown, string, string>
type JsonOrNull = ColumnType<unknown, string | null, string | null>
type JsonWithDefault = ColumnType<unknown, string | undefined, string>

/** Every table and its columns. */
export interface GeneratedTables {
  ai_cache: {
    key: string; seq: Generated<number>; endpoint: string; partition: string; form: string | null
    body: string; model_used: string; tokens_used: number; sources: Json; created_at: Generated<Date>
    used_at: Generated<Date>; expires_at: Date; vector: Buffer | null; question: string | null
  }
  ai_cache_counts: {
    endpoint: string; hits: Generated<number>; misses: Generated<number>; guard_refusals: Generated<number>
    expired: Generated<number>; invalidated: Generated<number>; tokens_saved: Generated<number>
    since: Generated<Date>
  }
  ai_usage: {
    day: Date; actor_id: string; endpoint: string; model_used: string; email: string; calls: number
    failures: number; input_tokens: number; output_tokens: number
  }
  api_keys: {
    id: string; owner_id: string; owner_kind: string; owner_email: string; owner_name: string; name: string
    roles: string[]; secret_hash: string; expires_at: Date | null; last_used_at: Date | null
    revoked_at: Date | null; created_at: Generated<Date>
  }
  article_passages: {
    kind: string; record_id: string; place: number; title: string; heading: string; body: string; counts: Json
    length: number; title_terms: string[]; words: string; vector: Buffer; encoded: Buffer | null
    model: string | null; encoded_seq: number | null
  }
  article_versions: {
    article_id: string; version: number; title: string; body: string; category: string | null; tags: string[]
    state: string; author: string; at: Date
  }
  article_votes: {
    article_id: string; voter_id: string; voter: string; helpful: boolean; comment: string | null; at: Date
  }
  articles: {
    id: string; title: string; body: string; category: string | null; tags: string[]; state: string
    author: string; author_id: string; updated_by: string; published_at: Date | null; reviewed_at: Date | null
    helpful_count: Generated<number>; unhelpful_count: Generated<number>; source_incident_id: string | null
    version: Generated<number>; created_at: Date; updated_at: Date; deleted_at: Date | null
    deleted_by: string | null; search: GeneratedAlways<string>
  }
  attachments: {
    id: string; note_id: string | null; position: Generated<number>; filename: string; content_type: string
    size: number | null; sha256: string | null; link: string | null; content: Buffer | null
    uploaded_by: string; created_at: Generated<Date>
  }
  audit_checkpoints: {
    position: number; hash: string; signature: string; created_at: Generated<Date>
  }
  audit_entries: {
    seq: Generated<number>; at: Date; actor_id: string; actor: string; action: string; subject_type: string
    subject_id: string; changes: Json; xid: Generated<string>
  }
  audit_seals: {
    position: number; entry_seq: number; hash: string
  }
  bulk_jobs: {
    job_id: string; type: string; operation: string; actor: Json; actor_id: string; parameters: Json
    status: Generated<string>; total: number; created_at: Generated<Date>; started_at: Date | null
    completed_at: Date | null
  }
  bulk_records: {
    job_id: string; index: number; input: Json; id: string | null; status: string | null; error: JsonOrNull
  }
  catalog_items: {
    id: string; name: string; description: string | null; category: string | null; fields: JsonOrNull
    approval_required: boolean; assignment_group: string | null; active: boolean; version: Generated<number>
    created_at: Date; updated_at: Date; deleted_at: Date | null; deleted_by: string | null
    search: Generated<string>
  }
  changes: {
    id: string; short_description: string; description: string | null; type: string; risk: string
    impact: string | null; priority: string; category: string | null; assignment_group: string | null
    assigned_to: string | null; requested_by: string; ci_ids: string[]; planned_start: Date | null
    planned_end: Date | null; implementation_plan: string | null; backout_plan: string | null
    test_plan: string | null; state: string; approval: Json; created_by: string; created_by_id: string
    version: Generated<number>; created_at: Date; updated_at: Date; deleted_at: Date | null
    deleted_by: string | null; search: Generated<string>; close_code: string | null
    close_notes: string | null; closed_at: Date | null
  }
  ci_relationships: {
    from_id: string; type: string; to_id: string
  }
  ci_sources: {
    source: string; external_id: string; ci_id: string
  }
  cis: {
    id: string; name: string; class: string; status: string; environment: string | null
    criticality: string | null; owner: string | null; support_group: string | null; location: string | null
    ip_addresses: string[]; fqdn: string | null; serial_number: string | null; external_id: string | null
    attributes: Json; discovery_source: string | null; first_discovered_at: Date | null
    last_discovered_at: Date | null; version: Generated<number>; created_at: Date; updated_at: Date
    deleted_at: Date | null; deleted_by: string | null; search: GeneratedAlways<string>
  }
  claims: {
    key: string; subject_id: string; expires_at: Date | null
  }
  clients: {
    id: string; name: string; email: string; roles: string[]; secret_hash: string; active: Generated<boolean>
    epoch: Generated<number>; epoch_changed_at: Generated<Date>; version: Generated<number>
    created_at: Generated<Date>; updated_at: Generated<Date>; deleted_at: Date | null
    redirect_uris: Generated<string[]>
  }
  conversations: {
    id: string; actor_id: string; turns: Json; created_at: Generated<Date>; updated_at: Generated<Date>
  }
  counted_days: {
    date: Date
  }
  deliveries: {
    id: string; webhook_id: string; event_seq: number | null; event_id: string; event: string
    subject_id: string; data: JsonOrNull; replay_of: string | null; status: Generated<string>
    attempts: JsonWithDefault; halted: string | null; latency_ms: number | null; created_at: Generated<Date>
    next_attempt_at: Date | null; completed_at: Date | null
  }
  delivery_queue: {
    delivery_id: string; webhook_id: string; subject_id: string; event_seq: number
    attempts: Generated<number>; run_at: Generated<Date>; leased_until: Date | null; fence: Generated<number>
  }
  demo_records: {
    id: string; subject_type: string
  }
  events: {
    seq: Generated<number>; id: string; type: string; subject_id: string; actor_id: string; occurred_at: Date
    data: Json
  }
  external_references: {
    system: string; subject_type: string; external_id: string; subject_id: string; url: string | null
    imported_at: Generated<Date>
  }
  guess_counters: {
    key_hash: string; failures: number; expires_at: Date
  }
  idempotency_keys: {
    actor_id: string; key: string; fingerprint: string; status: number; headers: Json; body: string
    created_at: Generated<Date>; rights: string | null
  }
  inbound_events: {
    id: string; webhook_id: string; received_at: Generated<Date>; status: string; incident_id: string | null
    error: JsonOrNull; payload: string
  }
  inbound_webhooks: {
    id: string; reference: string; name: string; description: string | null; action: string
    preset: string | null; field_mapping: Json; filters: Json; resolve_when: Json
    secret_sealed: string | null; previous_secret_sealed: string | null; previous_secret_until: Date | null
    active: boolean; owner_id: string; owner_email: string; version: Generated<number>
    created_at: Generated<Date>; updated_at: Generated<Date>; deleted_at: Date | null
    require_timestamp: Generated<boolean>; notify_stakeholders: Generated<boolean>
  }
  incident_counts: {
    state: string; priority: string; category: string | null; assignment_group: string | null; n: number
    is_unassigned: boolean; sla_mark: string | null; assigned_to: string | null
  }
  incident_day_totals: {
    date: Date; facet: string; value: string | null; created: number; resolved: number; resolution_ms: number
  }
  incident_days: {
    date: Date; facet: string; value: string | null; priority: string; created: number; resolved: number
    resolution_ms: number; resolved_within_sla: number | null
  }
  incident_passages: {
    kind: string; record_id: string; place: number; title: string; heading: string; body: string; counts: Json
    length: number; title_terms: string[]; words: string; vector: Buffer; encoded: Buffer | null
    model: string | null; encoded_seq: number | null
  }
  incident_totals: {
    level: string; state: string; priority: string; category: string | null; assignment_group: string | null
    is_unassigned: boolean | null; sla_mark: string | null; n: number; assigned_to: string | null
  }
  incidents: {
    id: string; short_description: string; description: string | null; priority: string; state: string
    category: string | null; subcategory: string | null; impact: string | null; urgency: string | null
    assignment_group: string | null; assigned_to: string | null; ci_id: string | null
    parent_problem_id: string | null; change_id: string | null; opened_by: string; opened_by_id: string
    created_at: Date; updated_at: Date; resolved_at: Date | null; closed_at: Date | null
    work_notes_count: Generated<number>; reopen_count: Generated<number>
    ai_suggested_resolution: Generated<string>; allowed_transitions: string[]; version: Generated<number>
    deleted_at: Date | null; deleted_by: string | null; sla: Json; sla_breach_at: Date
    sla_next_at: Date | null; body: Generated<string>; search: Generated<string>; location: string | null
    cancelled_at: Date | null; duplicate_of: string | null
  }
  index_queue: {
    seq: Generated<number>; kind: string; record_id: string
  }
  index_terms: {
    kind: string; term: string; records: number
  }
  index_totals: {
    kind: string; records: Generated<number>; passages: Generated<number>; terms: Generated<number>
    version: Generated<number>
  }
  instance: {
    key: string; value: string
  }
  jobs: {
    id: Generated<number>; type: string; payload: JsonWithDefault; unique_key: string | null
    run_at: Generated<Date>; every_ms: number | null; attempts: Generated<number>; fence: Generated<number>
    claimed_by: string | null; last_error: string | null; dead_at: Date | null; created_at: Generated<Date>
  }
  knowledge_gaps: {
    id: string; key: string; question: string; times: Generated<number>; first_asked_at: Date
    last_asked_at: Date
  }
  known_addresses: {
    pair_hash: string; last_sign_in_at: Generated<Date>
  }
  migrations: {
    name: string; checksum: string; applied_at: Generated<Date>
  }
  new_search_words: {
    title: string
  }
  notification_preferences: {
    user_id: string; channels: Json
  }
  notifications: {
    id: string; recipient_id: string; kind: string; title: string; message: string; subject_id: string | null
    url: string | null; read_at: Date | null; created_at: Generated<Date>; cause: string | null
    readers: string[] | null
  }
  oidc_payloads: {
    model: string; id_hash: string; payload_sealed: string; grant_hash: string | null; uid_hash: string | null
    expires_at: Date | null; consumed_at: Date | null; account_id: string | null; session_hash: string | null
  }
  outbound_webhooks: {
    id: string; name: string; url: string; events: string[]; filters: Json; headers_sealed: string | null
    header_names: string[]; sign_payloads: boolean; secret_sealed: string | null
    previous_secret_sealed: string | null; previous_secret_until: Date | null; active: boolean
    timeout_seconds: number; owner_id: string; owner_email: string; unalerted_failures: Generated<number>
    alerted_at: Date | null; version: Generated<number>; created_at: Generated<Date>
    updated_at: Generated<Date>; deleted_at: Date | null; format: Generated<string>
  }
  outbox: {
    seq: Generated<number>; id: string; type: string; subject_id: string; actor_id: string; occurred_at: Date
    data: Json; attempts: Generated<number>; run_at: Generated<Date>; last_error: string | null
  }
  outside_people: {
    id: string; email: string; name: string; roles: string[]; epoch: Generated<number>
    epoch_changed_at: Generated<Date>; vouched_at: Generated<Date>
  }
  passages: {
    kind: string; record_id: string; place: number; title: string; heading: string; body: string; counts: Json
    length: number; title_terms: string[]; words: string; vector: Buffer; encoded: Buffer | null
    model: string | null; encoded_seq: number | null
  }
  record_notes: {
    seq: Generated<number>; id: string; subject_type: string; subject_id: string; body: string
    visibility: string; author: string; author_id: string; created_at: Date
  }
  recovery_codes: {
    user_id: string; code_hash: string; created_at: Generated<Date>; used_at: Date | null
  }
  requests: {
    id: string; short_description: string; description: string | null; item: string | null
    item_id: string | null; category: string | null; requested_for: string; quantity: number; variables: Json
    priority: string; assignment_group: string | null; assigned_to: string | null; state: string
    approval: Json; created_by: string; created_by_id: string; version: Generated<number>; created_at: Date
    updated_at: Date; deleted_at: Date | null; deleted_by: string | null; search: Generated<string>
  }
  revoked_tokens: {
    id: string; expires_at: Date
  }
  search_words: {
    word: string; spellings: string[]; seen_on: Generated<Date>
  }
  searches_to_fold: {
    table_name: string; next_before: string | null
  }
  second_factor_enrolments: {
    user_id: string; secret_sealed: string | null; challenge: string | null; expires_at: Date
  }
  second_factor_failures: {
    user_id: string; failures: number; last_failed_at: Date
  }
  second_factors: {
    id: string; user_id: string; type: string; name: string; secret_sealed: string | null
    last_step: number | null; credential_id: string | null; public_key: string | null
    sign_count: number | null; transports: string[] | null; created_at: Generated<Date>
    last_used_at: Date | null
  }
  secret_key_nodes: {
    node: string; configured_key_id: string; known_key_id: string; sealing_key_id: string
    seen_at: Generated<Date>
  }
  secret_key_rotations: {
    key_id: string; previous_key_id: string; fingerprint: string; key_for_previous: string | null
    previous_for_key: string | null; verification_keys_sealed: string | null; started_at: Generated<Date>
    activated_at: Date | null; completed_at: Date | null
  }
  sessions: {
    id: string; uid_hash: string; account_id: string; clients: Generated<string[]>; address: string | null
    user_agent: string | null; signed_in_at: Generated<Date>; last_used_at: Generated<Date>
    ended_at: Date | null
  }
  signing_keys: {
    kid: string; public_jwk: Json; private_jwk_sealed: string; created_at: Generated<Date>
    revoked_at: Date | null
  }
  sla_calendars: {
    id: string; name: string; time_zone: string; hours: Json; holidays: JsonWithDefault
    version: Generated<number>; created_at: Generated<Date>; updated_at: Generated<Date>
  }
  sla_policies: {
    priority: string; target_minutes: number; calendar_id: string | null; version: Generated<number>
    updated_at: Generated<Date>
  }
  stale_days: {
    date: Date
  }
  suggest_models: {
    version: Generated<number>; trained_at: Generated<Date>; learned: number; available: number
    categories: string[]; fields: Json; content: Buffer
  }
  suggested_resolutions: {
    incident_id: string; source_ids: string[]; tries: number; index_version: number; retry_at: Date
  }
  users: {
    id: string; email: string; name: string; roles: string[]; groups: Generated<string[]>
    password_hash: string | null; active: Generated<boolean>; epoch: Generated<number>
    epoch_changed_at: Generated<Date>; version: Generated<number>; created_at: Generated<Date>
    updated_at: Generated<Date>; last_sign_in_at: Date | null; deleted_at: Date | null
  }
  views: {
    id: string; name: string; noun: string; filters: Json; sort: JsonOrNull; columns: string[]
    shared: boolean; owner_id: string; owner: string; version: Generated<number>; created_at: Generated<Date>
    updated_at: Generated<Date>; deleted_at: Date | null
  }
  watches: {
    subject_id: string; subject_type: string; watcher_id: string; watcher: string; created_at: Generated<Date>
  }
  withdrawn: {
    subject_id: string
  }
  work_notes: {
    seq: Generated<number>; id: string; incident_id: string; body: string; visibility: string; author: string
    author_id: string; created_at: Date
  }
}
