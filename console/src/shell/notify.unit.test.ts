import { notifications, notificationsStore } from '@mantine/notifications'
import { beforeEach, expect, test } from 'vitest'
import { notify, notifyFailure } from './notify.ts'

beforeEach(() => notifications.clean())

const shown = () => notificationsStore.getState().notifications

test('what has failed stays long enough to be read, unlike what was done', () => {
  notify('Saved')
  notifyFailure('INC0000042 was not saved: Location is too long')
  expect(shown().map(({ message, autoClose }) => [message, autoClose])).toEqual([
    ['Saved', undefined],
    ['INC0000042 was not saved: Location is too long', 30_000],
  ])
})
