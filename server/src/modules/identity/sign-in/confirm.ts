import type { FastifyInstance } from 'fastify'
import { confirmPage } from '../pages/confirm.ts'
import {
  formOf,
  interactionOf,
  pageConfig,
  sendPage,
  showExpired,
  type SignInParts,
} from '../pages/interaction.ts'
import * as principals from '../tokens/principals.ts'

const address = '/login/:uid/confirm'

/** Asks a signed-in person whether they started the program that is about to act for them. */
export function mountConfirmation(app: FastifyInstance, { provider, makeCtx }: SignInParts): void {
  app.get(address, pageConfig, async (request, reply) => {
    const interaction = await interactionOf(provider(), request, reply)
    const id = interaction?.account_to_confirm
    const person = id && (await principals.ofPerson(makeCtx().db, id))
    if (!person) return showExpired(reply)
    const page = confirmPage({ ...person, action: request.url.split('?')[0]!, client: interaction.client })
    return sendPage(reply, page, interaction.returnOrigins)
  })

  app.post(address, pageConfig, async (request, reply) => {
    const interaction = await interactionOf(provider(), request, reply)
    if (!interaction?.account_to_confirm) return showExpired(reply)
    const result = formOf(request).has('confirm')
      ? { confirmed: true }
      : { error: 'access_denied', error_description: 'The sign-in was cancelled' }
    return reply.redirect(await provider().interactionResult(request.raw, reply.raw, result), 303)
  })
}
