import type { Api } from '../../http/api.ts'
import { admins } from '../../kernel/actor.ts'
import { Onboarding, UpdateOnboarding } from './model.ts'
import * as onboarding from './service.ts'

const tag = 'Service'

export function mountOnboarding(api: Api): void {
  api.get(
    '/onboarding',
    {
      tag,
      summary: 'Get the state of the setup checklist',
      description:
        'The console shows a checklist to administrators until one of them dismisses it. Whether a step is done follows from the records themselves, such as users, SLA policies and webhooks.',
      roles: admins,
      response: { 200: Onboarding },
    },
    onboarding.find,
  )

  api.put(
    '/onboarding',
    {
      tag,
      summary: 'Dismiss the setup checklist, or show it again',
      roles: admins,
      body: UpdateOnboarding,
      response: { 200: Onboarding },
    },
    (ctx, { body }) => onboarding.setDismissed(ctx, body.dismissed),
  )
}
