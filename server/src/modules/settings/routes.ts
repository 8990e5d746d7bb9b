import type { Api } from '../../http/api.ts'
import { admins } from '../../kernel/actor.ts'
import { Settings, settingsOf } from './model.ts'

export function mountSettings(api: Api): void {
  api.get(
    '/settings',
    {
      tag: 'Service',
      summary: 'List the settings of this node and where they come from',
      description: 'Read-only: settings are environment variables, and take effect at the next start.',
      roles: admins,
      response: { 200: Settings },
    },
    ({ config }) => Promise.resolve({ data: settingsOf(config) }),
  )
}
