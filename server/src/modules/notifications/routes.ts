import { Type } from 'typebox'
import type { Api } from '../../http/api.ts'
import { everyone } from '../../kernel/actor.ts'
import { NamedObject } from '../../kernel/schema.ts'
import { Notification, Preferences, UpdatePreferences } from './model.ts'
import * as notifications from './service.ts'
import * as store from './store.ts'

const tag = 'Notifications'

export function mountNotifications(api: Api): void {
  api.list(
    '/notifications',
    {
      tag,
      summary: 'Your notifications, newest first',
      description:
        'Without those of internal notes if your roles, or those of the API key, do not allow reading them.',
      roles: everyone,
      item: Notification,
      filters: { unread: Type.Optional(Type.Boolean()) },
      sorts: ['created_at'],
      order: 'desc',
    },
    (ctx, { query: { unread } }, request) => store.list(ctx.db, ctx.actor, unread, request),
  )

  api.post(
    '/notifications/:id/read',
    {
      tag,
      summary: 'Mark a notification as read',
      roles: everyone,
      response: { 200: Notification },
    },
    (ctx, { params }) => notifications.markRead(ctx, params.id),
  )

  api.post(
    '/notifications/read',
    {
      tag,
      summary: 'Mark all your notifications as read',
      roles: everyone,
      response: { 200: NamedObject('NotificationsRead', { count: Type.Integer() }) },
    },
    async (ctx) => ({ count: await notifications.markAllRead(ctx) }),
  )

  api.get(
    '/notifications/preferences',
    {
      tag,
      summary: 'What you are notified of, and where',
      roles: everyone,
      response: { 200: Preferences },
    },
    (ctx) => notifications.readPreferences(ctx),
  )

  api.patch(
    '/notifications/preferences',
    {
      tag,
      summary: 'Choose what you are notified of, and where',
      description: '`console`: in the console. `email`: in the console and by e-mail. `none`: not at all.',
      roles: everyone,
      body: UpdatePreferences,
      response: { 200: Preferences },
    },
    (ctx, { body }) => notifications.updatePreferences(ctx, body),
  )
}
