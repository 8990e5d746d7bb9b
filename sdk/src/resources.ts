import type { CallTable } from './calls.ts'

/** What an administrator maintains. */
const administered = <const Path extends string>(path: Path) =>
  ({
    list: `LIST ${path}`,
    get: `GET ${path}/{id}`,
    create: `POST ${path} body`,
    update: `PATCH ${path}/{id} body`,
    delete: `DELETE ${path}/{id}`,
  }) as const

/** What every kind of record has. */
const record = <const Path extends string>(path: Path) =>
  ({
    ...administered(path),
    history: `LIST ${path}/{id}/history`,
    activity: `LIST ${path}/{id}/activity`,
    watchers: `GET ${path}/{id}/watchers`,
    watch: `PUT ${path}/{id}/watch`,
    unwatch: `DELETE ${path}/{id}/watch`,
  }) as const

const notes = <const Path extends string>(path: Path) =>
  ({
    list: `LIST ${path}/{id}/notes`,
    get: `GET ${path}/{id}/notes/{note_id}`,
    create: `POST ${path}/{id}/notes body`,
  }) as const

/** Every operation of the API that follows the common forms; a test compares it with the API description. */
export const resources = {
  incidents: {
    ...record('/incidents'),
    bulk: 'POST /incidents/bulk body',
    sla: 'GET /incidents/{id}/sla',
    statistics: 'FIND /statistics/incidents',
    notes: notes('/incidents'),
  },
  changes: {
    ...record('/changes'),
    notes: notes('/changes'),
    submit: 'POST /changes/{id}/submit',
    approve: 'POST /changes/{id}/approve body',
    reject: 'POST /changes/{id}/reject body',
  },
  requests: {
    ...record('/requests'),
    notes: notes('/requests'),
    approve: 'POST /requests/{id}/approve body',
    reject: 'POST /requests/{id}/reject body',
    fulfill: 'POST /requests/{id}/fulfill',
  },
  catalog: record('/catalog/items'),
  approvals: { list: 'LIST /approvals' },
  cis: {
    ...record('/cmdb/cis'),
    notes: notes('/cmdb/cis'),
    bulk: 'POST /cmdb/cis/bulk body',
    impact: 'FIND /cmdb/cis/{id}/impact',
    dependencies: 'FIND /cmdb/cis/{id}/dependencies',
    incidents: 'LIST /cmdb/cis/{id}/incidents',
    changes: 'LIST /cmdb/cis/{id}/changes',
  },
  articles: {
    ...record('/knowledge/articles'),
    stale: 'LIST /knowledge/articles/stale',
    fromIncident: 'POST /knowledge/articles/from-incident/{incident_id}',
    review: 'POST /knowledge/articles/{id}/review',
    notes: notes('/knowledge/articles'),
    versions: {
      list: 'LIST /knowledge/articles/{id}/versions',
      get: 'GET /knowledge/articles/{id}/versions/{version}',
      restore: 'POST /knowledge/articles/{id}/versions/{version}/restore',
    },
    votes: {
      list: 'LIST /knowledge/articles/{id}/votes',
      cast: 'POST /knowledge/articles/{id}/votes body',
    },
    gaps: { list: 'LIST /knowledge/gaps', dismiss: 'DELETE /knowledge/gaps/{id}' },
  },
  ai: {
    ask: 'POST /ai/ask body',
    analyze: 'POST /ai/analyze body',
    exemplars: 'POST /ai/exemplars body',
    suggest: 'POST /ai/suggest body',
    models: 'GET /ai/suggest/models',
    train: 'POST /ai/suggest/train',
    cache: { stats: 'GET /ai/cache/stats', purge: 'DELETE /ai/cache' },
    usage: 'FIND /ai/usage',
  },
  outbound: {
    ...administered('/webhooks/outbound'),
    rotateSecret: 'POST /webhooks/outbound/{id}/rotate-secret',
    test: 'POST /webhooks/outbound/{id}/test',
    stats: 'FIND /webhooks/outbound/{id}/stats',
    health: 'FIND /webhooks/outbound/health',
    replay: 'POST /webhooks/outbound/{id}/replay body',
    deliveries: {
      list: 'LIST /webhooks/outbound/{id}/deliveries',
      get: 'GET /webhooks/outbound/deliveries/{delivery_id}',
      replay: 'POST /webhooks/outbound/deliveries/{delivery_id}/replay',
    },
  },
  inbound: {
    ...administered('/webhooks/inbound'),
    rotateSecret: 'POST /webhooks/inbound/{id}/rotate-secret',
    presets: 'GET /webhooks/inbound/presets',
    health: 'FIND /webhooks/inbound/health',
    preview: 'POST /webhooks/inbound/preview body',
    events: 'LIST /webhooks/inbound/{id}/events',
  },
  search: { find: 'FIND /search' },
  views: administered('/views'),
  events: { list: 'LIST /events' },
  jobs: { get: 'GET /jobs/{job_id}' },
  audit: {
    list: 'LIST /audit',
    verify: 'GET /audit/verify',
    verifyAgainst: 'POST /audit/verify body',
  },
  notifications: {
    list: 'LIST /notifications',
    read: 'POST /notifications/{id}/read',
    readAll: 'POST /notifications/read',
    preferences: {
      get: 'GET /notifications/preferences',
      update: 'PATCH /notifications/preferences body',
    },
  },
  watches: { list: 'LIST /watches' },
  people: { search: 'FIND /people', names: 'FIND /people/names', groups: 'FIND /groups' },
  users: {
    ...administered('/users'),
    sessions: {
      list: 'LIST /users/{id}/sessions',
      end: 'DELETE /users/{id}/sessions/{session_id}',
      endAll: 'DELETE /users/{id}/sessions',
    },
    secondFactors: {
      list: 'GET /users/{id}/second-factors',
      removeAll: 'DELETE /users/{id}/second-factors',
    },
  },
  clients: { ...administered('/clients'), rotateSecret: 'POST /clients/{id}/rotate-secret' },
  apiKeys: { list: 'LIST /api-keys', revoke: 'DELETE /api-keys/{id}' },
  imports: { references: 'LIST /external-references' },
  signingKeys: {
    list: 'GET /signing-keys',
    rotate: 'POST /signing-keys/rotate',
    revoke: 'DELETE /signing-keys/{kid}',
  },
  profile: {
    get: 'GET /profile',
    changePassword: 'POST /profile/password body',
    apiKeys: {
      list: 'LIST /profile/api-keys',
      get: 'GET /profile/api-keys/{id}',
      create: 'POST /profile/api-keys body',
      revoke: 'DELETE /profile/api-keys/{id}',
    },
    sessions: {
      list: 'LIST /profile/sessions',
      end: 'DELETE /profile/sessions/{id}',
      endAll: 'DELETE /profile/sessions',
    },
    secondFactors: {
      list: 'GET /profile/second-factors',
      enrolTotp: 'POST /profile/second-factors/totp',
      confirmTotp: 'POST /profile/second-factors/totp/confirm body',
      passkeyOptions: 'POST /profile/second-factors/passkeys/options',
      addPasskey: 'POST /profile/second-factors/passkeys body',
      rename: 'PATCH /profile/second-factors/{id} body',
      remove: 'DELETE /profile/second-factors/{id}',
      recoveryCodes: 'POST /profile/recovery-codes',
    },
  },
  sla: {
    policies: { list: 'GET /sla/policies', set: 'PUT /sla/policies/{priority} body' },
    calendars: {
      list: 'GET /sla/calendars',
      get: 'GET /sla/calendars/{id}',
      create: 'POST /sla/calendars body',
      replace: 'PUT /sla/calendars/{id} body',
      delete: 'DELETE /sla/calendars/{id}',
    },
  },
  onboarding: { get: 'GET /onboarding', update: 'PUT /onboarding body' },
  demo: { get: 'GET /demo', remove: 'DELETE /demo', reset: 'POST /demo/reset' },
  settings: { list: 'GET /settings' },
  health: { get: 'GET /health', diagnostics: 'GET /diagnostics' },
} as const satisfies CallTable
