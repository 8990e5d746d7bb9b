import { described, escape, page, problemLine } from '../pages/html.ts'
import { qrCode } from './qr-code.ts'

const title = 'Two-factor authentication'
const script = '<script src="/login/passkey.js" defer></script>'

interface CodeForm {
  action: string
  method: string
  label: string
  /** Attributes for autofill and the keyboard of a phone. */
  field: string
  problem: string | undefined
}

const codeForm = ({ action, method, label, field, problem }: CodeForm) => `
<form method="post" action="${escape(action)}">
<input type="hidden" name="method" value="${method}">
<label for="code">${label}</label>
<input id="code" name="code" ${field} required maxlength="40" autofocus${described(problem)}>
<button type="submit">Continue</button>
</form>`

const appCode = 'inputmode="numeric" autocomplete="one-time-code"'
const recoveryCode = 'autocomplete="off" autocapitalize="none" spellcheck="false"'

interface PasskeyForm {
  action: string
  /** Whether to create a passkey or use one. */
  does: 'create' | 'get'
  options: object
  button: string
  isSecondary?: boolean
}

/** The script calls the browser API with these options and fills in its response. */
const passkeyForm = ({ action, does, options, button, isSecondary }: PasskeyForm) => `
<form method="post" action="${escape(action)}" data-passkey="${does}" data-options="${escape(JSON.stringify(options))}">
<input type="hidden" name="method" value="passkey">
<input type="hidden" name="credential" value="">
<p class="problem" role="alert" data-failure hidden>The passkey was not ${does === 'create' ? 'created' : 'used'}. Try again, or choose another way.</p>
<button type="submit"${isSecondary ? ' class="secondary"' : ''}>${button}</button>
</form>
${script}`

export const methodNames = {
  totp: 'Use a code from your authenticator app',
  passkey: 'Use a passkey',
  recovery_code: 'Use a recovery code',
} as const
export type Method = keyof typeof methodNames

interface SecondFactorPage {
  action: string
  chosen: Method
  available: Method[]
  options: object | undefined
  problem?: string | undefined
}

export function secondFactorPage({ action, chosen, available, options, problem }: SecondFactorPage): string {
  const code = (label: string, field: string) => codeForm({ action, method: chosen, label, field, problem })
  const forms: Record<Method, () => string> = {
    totp: () => code('Code from your authenticator app', appCode),
    recovery_code: () => code('Recovery code', recoveryCode),
    passkey: () => passkeyForm({ action, does: 'get', options: options!, button: 'Continue with a passkey' }),
  }
  const others = available
    .filter((method) => method !== chosen)
    .map((method) => `<li><a href="${escape(action)}?method=${method}">${methodNames[method]}</a></li>`)
  return page(
    title,
    `${problemLine(problem)}${forms[chosen]()}
${others.length > 0 ? `<ul class="ways">${others.join('')}</ul>` : ''}`,
  )
}

/** The passkey identifies the user, so that no email or password is needed. */
export const passkeyPage = (action: string, back: string, options: object, problem?: string) =>
  page(
    'Sign in with a passkey',
    `${problemLine(problem)}${passkeyForm({ action, does: 'get', options, button: 'Continue with a passkey' })}
<p><a href="${escape(back)}">Use your password</a></p>`,
  )

interface EnrolPage {
  action: string
  secret: string
  uri: string
  /** Undefined if passkeys are not supported. */
  options: object | undefined
  problem?: string | undefined
}

export const enrolPage = ({ action, secret, uri, options, problem }: EnrolPage) =>
  page(
    'Set up two-factor authentication',
    `<p>Your roles require a second factor. Scan this code with an authenticator app, then enter the code that the app shows.</p>
${qrCode(uri, 'QR code for your authenticator app')}
<p>Or type this key into the app: <code class="key">${secret.match(/.{1,4}/g)!.join(' ')}</code></p>
${problemLine(problem)}${codeForm({ action, method: 'totp', label: 'Code from your authenticator app', field: appCode, problem })}
${options ? `<p class="or">or</p>${passkeyForm({ action, does: 'create', options, button: 'Create a passkey', isSecondary: true })}` : ''}`,
  )

export const recoveryCodesPage = (action: string, codes: string[]) =>
  page(
    'Save your recovery codes',
    `<p>Each of these codes signs you in once when you do not have your second factor. Keep them in a safe place: they are not shown again.</p>
<ul class="codes">${codes.map((code) => `<li><code>${code}</code></li>`).join('')}</ul>
<form method="post" action="${escape(action)}">
<button type="submit">I have saved the codes</button>
</form>`,
  )
