import type { Ctx, Tx } from '../../../db/ctx.ts'
import { notify } from '../../notifications/service.ts'
import type { FactorType } from './model.ts'

export type Notice =
  | { kind: 'added' | 'removed'; factor: { name: string; type: FactorType } }
  | { kind: 'reset'; by: string }
  | { kind: 'codes_renewed' }
  | { kind: 'code_used'; left: number }

const unexpected = 'If this was not you, change your password and tell your administrator.'

const signIn: Record<FactorType, string> = {
  totp: 'From now on you sign in with your password and a second factor.',
  passkey:
    'From now on you can sign in with this passkey; signing in with your password needs a second factor.',
}

export function textOf(notice: Notice): { title: string; message: string } {
  switch (notice.kind) {
    case 'added':
      return {
        title: `Second factor added: ${notice.factor.name}`,
        message: `${signIn[notice.factor.type]} ${unexpected}`,
      }
    case 'removed':
      return {
        title: `Second factor removed: ${notice.factor.name}`,
        message: `You can no longer sign in with it. ${unexpected}`,
      }
    case 'reset':
      return {
        title: 'Your second factors were reset',
        message: `${notice.by} removed every second factor and recovery code of your account. If you did not ask for this, change your password and tell another administrator.`,
      }
    case 'codes_renewed':
      return {
        title: 'New recovery codes were created',
        message: `Your earlier recovery codes no longer work. ${unexpected}`,
      }
    case 'code_used':
      return {
        title: 'You signed in with a recovery code',
        message: `Recovery codes left: ${notice.left}. ${notice.left === 0 ? 'Create new ones in your profile. ' : ''}${unexpected}`,
      }
  }
}

/** The owner must be notified of changes by someone else. */
export async function notifyPerson(
  ctx: Ctx<Tx>,
  { id, email }: { id: string; email: string },
  notice: Notice,
): Promise<void> {
  const url = `${ctx.config.base_url}/profile/two-factor`
  await notify(ctx, [{ id, email }], {
    kind: `second_factor.${notice.kind}`,
    ...textOf(notice),
    subject_id: id,
    url,
  })
}
