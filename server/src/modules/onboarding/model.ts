import { Type, type Static } from 'typebox'
import { NamedBody, NamedObject, Nullable, Timestamp } from '../../kernel/schema.ts'

export const Onboarding = NamedObject('Onboarding', {
  dismissed: Type.Boolean({
    description: 'Whether the console hides its setup checklist from all administrators',
  }),
  dismissed_at: Nullable(Timestamp),
  dismissed_by: Nullable(Type.String()),
})
export type Onboarding = Static<typeof Onboarding>

export const UpdateOnboarding = NamedBody('UpdateOnboarding', { dismissed: Type.Boolean() }, [
  'dismissed_at',
  'dismissed_by',
])

export const notDismissed: Onboarding = { dismissed: false, dismissed_at: null, dismissed_by: null }
