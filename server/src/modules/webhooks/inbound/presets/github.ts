import type { Preset } from './preset.ts'

const api = 'https://api.github.com/repos/example-org/shop'
const page = 'https://github.com/example-org/shop'

const sender = { login: 'amarsh', id: 21031067, type: 'User', site_admin: false }

const run = {
  id: 22198734501,
  name: 'Deploy',
  node_id: 'WFR_kwLOLQx6c88AAAAFKqYvJQ',
  head_branch: 'main',
  head_sha: '6dcb09b5b57875f334f61aebed695e2e4193db5e',
  path: '.github/workflows/deploy.yml',
  display_title: 'Raise the limit of the cart',
  run_number: 1482,
  event: 'push',
  status: 'completed',
  conclusion: 'failure',
  workflow_id: 88412907,
  url: `${api}/actions/runs/22198734501`,
  html_url: `${page}/actions/runs/22198734501`,
  pull_requests: [],
  created_at: '2026-03-02T08:02:11Z',
  updated_at: '2026-03-02T08:09:48Z',
  actor: sender,
  run_attempt: 1,
  run_started_at: '2026-03-02T08:02:11Z',
  triggering_actor: sender,
  head_commit: {
    id: '6dcb09b5b57875f334f61aebed695e2e4193db5e',
    message: 'Raise the limit of the cart',
    timestamp: '2026-03-02T08:01:58Z',
    author: { name: 'Ada Marsh', email: 'ada.marsh@example.com' },
  },
}

const sample = {
  action: 'completed',
  workflow_run: run,
  workflow: {
    id: 88412907,
    name: 'Deploy',
    path: '.github/workflows/deploy.yml',
    state: 'active',
    html_url: `${page}/blob/main/.github/workflows/deploy.yml`,
  },
  repository: {
    id: 755792499,
    name: 'shop',
    full_name: 'example-org/shop',
    private: true,
    html_url: page,
    default_branch: 'main',
  },
  organization: { login: 'example-org', id: 91248813 },
  sender,
}

export const github: Preset = {
  name: 'github',
  title: 'GitHub Actions',
  description:
    'Add a webhook to the repository or organization with the url and the secret of this webhook, the ' +
    'content type application/json and only the event Workflow runs. A failed run opens an incident for its ' +
    'workflow and branch, the next good one resolves it; add a filter on workflow_run.head_branch to watch some branches only.',
  field_mapping: {
    short_description:
      '{{ workflow_run.name }} failed on {{ workflow_run.head_branch }} of {{ repository.full_name }}',
    description:
      '{{ workflow_run.display_title }}\n\nConclusion: {{ workflow_run.conclusion }}\nRun: {{ workflow_run.html_url }}\n' +
      'Commit: {{ workflow_run.head_sha }} by {{ workflow_run.head_commit.author.name }}\n' +
      'Started by: {{ workflow_run.triggering_actor.login }} ({{ workflow_run.event }})',
    priority: 'P3',
    category: 'delivery',
    subcategory: '{{ workflow_run.name }}',
    dedup_key: '{{ repository.full_name }}/{{ workflow_run.workflow_id }}/{{ workflow_run.head_branch }}',
  },
  filters: [
    { field: 'action', operator: 'eq', value: 'completed' },
    {
      field: 'workflow_run.conclusion',
      operator: 'in',
      value: ['failure', 'timed_out', 'startup_failure', 'success'],
    },
    { field: 'workflow_run.event', operator: 'not_in', value: ['pull_request', 'pull_request_target'] },
  ],
  resolve_when: [{ field: 'workflow_run.conclusion', operator: 'eq', value: 'success' }],
  sample,
  resolving_sample: {
    ...sample,
    workflow_run: {
      ...run,
      id: 22198951377,
      display_title: 'Revert "Raise the limit of the cart"',
      run_number: 1483,
      conclusion: 'success',
      head_sha: 'b1f5ad3c0e7d1b8f6b0b7e0c52a4f1e6d9c8a730',
      html_url: `${page}/actions/runs/22198951377`,
    },
  },
}
