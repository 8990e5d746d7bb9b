import type { Client, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { minute, second } from '../../../kernel/durations.ts'
import { deviceCodePage, deviceConfirmPage, deviceDonePage } from '../pages/device.ts'
import { policyFor } from '../pages/html.ts'

/** RFC 8628: how many seconds a code can be entered. */
export const deviceCodeSeconds = (10 * minute) / second

type DeviceFlow = NonNullable<NonNullable<Configuration['features']>['deviceFlow']>

interface DeviceInfo {
  address?: string
  user_agent?: string
}

/** Signs in a program without a browser: it shows a code, which its user enters here. */
export const deviceFlow: DeviceFlow = {
  enabled: true,
  charset: 'base-20',
  mask: '****-****',
  deviceInfo: (ctx) => ({ address: ctx.ip, user_agent: ctx.get('user-agent').slice(0, 200) }),
  userCodeInputSource: async (ctx, _form, _out, error) => {
    const problem = error && problemOf(error)
    // The provider answers 200; a wrong code is to be counted.
    if (error && error.name !== 'AbortedError' && ctx.status < 400) ctx.status = 400
    show(ctx, deviceCodePage({ xsrf: xsrfOf(ctx), code: givenCode(ctx), ...(problem && { problem }) }))
  },
  userCodeConfirmSource: async (ctx, _form, client, info, code) =>
    show(
      ctx,
      deviceConfirmPage({ xsrf: xsrfOf(ctx), code, client: nameOf(client), ...(info as DeviceInfo) }),
    ),
  successSource: async (ctx) => show(ctx, deviceDonePage(nameOf(ctx.oidc.client!))),
}

const nameOf = ({ clientName, clientId }: Client) => clientName ?? clientId

/** Our forms instead of those of the provider, whose inline scripts the policy refuses. */
const xsrfOf = (ctx: KoaContextWithOIDC) => (ctx.oidc.session?.state?.secret ?? '') as string

const givenCode = ({ oidc }: KoaContextWithOIDC) => (oidc.params?.user_code ?? '') as string

function problemOf({ name }: Error): string {
  switch (name) {
    case 'NoCodeError':
      return 'Enter the code that the program shows.'
    case 'NotFoundError':
      return 'This code does not exist. Check it and try again.'
    case 'ExpiredError':
      return 'This code has expired. Start again in the program.'
    case 'AlreadyUsedError':
      return 'This code has already been used. Start again in the program.'
    case 'AbortedError':
      return 'The sign-in was cancelled. The program has no access.'
    default:
      return 'Something went wrong. Enter the code again.'
  }
}

function show(ctx: KoaContextWithOIDC, html: string): void {
  ctx.set('content-security-policy', policyFor([]))
  ctx.set('cache-control', 'no-store')
  ctx.type = 'html'
  ctx.body = html
}
