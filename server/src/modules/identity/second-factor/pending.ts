import type { FastifyReply, FastifyRequest } from 'fastify'
import * as users from '../../users/store.ts'
import { showExpired, type Interaction, type SignInParts } from '../pages/interaction.ts'
import type { Methods } from './model.ts'

/**
 * A user with a correct password who is not signed in yet. The provider stores it, encrypted, until the
 * sign-in ends.
 */
export interface PendingSignIn {
  user_id: string
  epoch: number
  /** Secret of the app that is being set up, because the roles require one. */
  totp_secret?: string
  /** Set once a second factor is enrolled: only the recovery codes remain to be saved. */
  enrolled_with?: Methods
}

export async function savePending(
  { provider }: SignInParts,
  request: FastifyRequest,
  reply: FastifyReply,
  pending: PendingSignIn,
): Promise<void> {
  const result = { second_factor: pending }
  await provider().interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false })
}

/** Stops if the account was deactivated, or its password changed, since the first step. */
export async function pendingPerson({ makeCtx }: SignInParts, { result }: Interaction) {
  const pending = result.second_factor as PendingSignIn | undefined
  const user = pending && (await users.findPrincipal(makeCtx().db, pending.user_id))
  return pending && user?.epoch === pending.epoch ? { pending, user } : undefined
}

/** The only way to a session: all required steps are complete. */
export async function finishSignIn(
  { provider, makeCtx }: SignInParts,
  request: FastifyRequest,
  reply: FastifyReply,
  user: users.SignedInUser,
  methods: Methods,
): Promise<unknown> {
  const { db, now } = makeCtx()
  const login = { accountId: user.id, amr: [...methods], epoch: user.epoch }
  const options = { mergeWithLastSubmission: false }
  const next = await provider().interactionResult(request.raw, reply.raw, { login }, options)
  // After saving: a change of the account deletes what was saved before, and is noticed here otherwise.
  if (await users.noteSignIn(db, user, now)) return reply.redirect(next, 303)
  const { uid } = request.params as { uid: string }
  const refused = await provider().Interaction.find(uid)
  await refused?.destroy()
  return showExpired(reply)
}
