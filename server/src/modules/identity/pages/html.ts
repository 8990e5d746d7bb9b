const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign]!)

/** The pages that people see before they have a token: plain HTML, one style sheet, and a script only for passkeys. */
export const page = (title: string, content: string, heading = title) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)} · Mainstay</title>
<link rel="stylesheet" href="/login/style.css">
</head>
<body>
<main>
<p class="brand">Mainstay</p>
<h1>${escape(heading)}</h1>
${content}
</main>
</body>
</html>
`

/** What went wrong, and the attribute of the field that it is about. */
export const problemLine = (problem: string | undefined) =>
  problem ? `<p class="problem" role="alert" id="problem">${escape(problem)}</p>` : ''
export const described = (problem: string | undefined) => (problem ? ' aria-describedby="problem"' : '')

export interface SignInPage {
  action: string
  client: string
  email?: string
  problem?: string
  /** What has happened before. */
  notice?: string
  /** The external identity provider, and the address that starts its sign-in. */
  external?: { name: string; address: string }
  /** Address of the passkey sign-in, where passkeys are supported. */
  passkey?: string
}

export const signInPage = ({ action, client, email = '', problem, notice, external, passkey }: SignInPage) =>
  page(
    'Sign in',
    `${notice && !problem ? `<p role="status">${escape(notice)}</p>` : problemLine(problem)}
<form method="post" action="${escape(action)}">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${escape(email)}"${email ? '' : ' autofocus'}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="256"${email ? ' autofocus' : ''}${described(problem)}>
<button type="submit">Sign in</button>
</form>
${external ? `<p class="or">or</p>\n<a class="button" href="${escape(external.address)}">Sign in with ${escape(external.name)}</a>` : ''}
${passkey ? `<p class="or"><a href="${escape(passkey)}">Use a passkey</a></p>` : ''}`,
    `Sign in to continue to ${client}`,
  )

/** The form comes from the provider, with its CSRF token. */
export const signOutPage = (form: string) =>
  page(
    'Sign out',
    `<p>This ends your session here and in every application that you signed in to with it.</p>
${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<p><a href="/">Stay signed in</a></p>`,
  )

export const signedOutPage = () =>
  page('Signed out', '<p>You are signed out.</p><p><a href="/">Sign in again</a></p>')

export const problemPage = (title: string, detail: string, again = '/') =>
  page(
    title,
    `<p class="problem" role="alert">${escape(detail)}</p><p><a href="${escape(again)}">Try again</a></p>`,
  )

/** Allows only our own style, font and script; forms may redirect to the client's own addresses. */
export const policyFor = (targets: string[], hasScript = false) =>
  [
    "default-src 'none'",
    ...(hasScript ? ["script-src 'self'"] : []),
    "style-src 'self'",
    "font-src 'self'",
    ["form-action 'self'", ...targets].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
