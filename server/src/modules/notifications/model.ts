import { Type, type Static } from 'typebox'
import type { Role } from '../../kernel/actor.ts'
import { Enum, NamedBody, NamedObject, Nullable, Timestamp, type StoredRow } from '../../kernel/schema.ts'

export const Notification = NamedObject('Notification', {
  id: Type.String(),
  kind: Type.String(),
  title: Type.String(),
  message: Type.String(),
  subject_id: Nullable(Type.String()),
  url: Nullable(Type.String()),
  read_at: Nullable(Timestamp),
  created_at: Timestamp,
})
export type Notification = StoredRow<typeof Notification>

/** The causes of notifications that a person can switch off. Security notices are always sent. */
export const categories = [
  'assigned',
  'mentioned',
  'approval',
  'requested',
  'sla_warning',
  'watched',
  'webhook',
] as const
export type Category = (typeof categories)[number]

/** `email` is in the console as well. */
const channels = ['none', 'console', 'email'] as const
const Channel = Enum(channels)
export type Channel = Static<typeof Channel>

const everyCategory = <T>(value: T) =>
  Object.fromEntries(categories.map((category) => [category, value])) as Record<Category, T>

export const defaultChannels = everyCategory<Channel>('email')

export const Preferences = NamedObject('NotificationPreferences', {
  ...everyCategory(Channel),
  sends_email: Type.Boolean({ description: 'Without a mail server, `email` is as `console`' }),
})
export type Preferences = Static<typeof Preferences>

export const UpdatePreferences = NamedBody(
  'UpdateNotificationPreferences',
  everyCategory(Type.Optional(Channel)),
  ['sends_email'],
)
export type UpdatePreferences = Static<typeof UpdatePreferences>

export interface Message {
  kind: string
  title: string
  message: string
  subject_id: string
  url: string
  /** Without one it cannot be switched off. */
  category?: Category
  /** What it is about; nobody is notified of the same cause twice. */
  cause?: string
  /** Later it is shown only to a recipient who still has one of these roles, also in the token; by default to each. */
  readers?: readonly Role[] | undefined
}

export interface Recipient {
  id: string
  email: string
}
