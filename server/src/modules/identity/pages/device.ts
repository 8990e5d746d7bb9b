import { described, escape, page, problemLine } from './html.ts'

interface DeviceCodePage {
  xsrf: string
  code: string
  problem?: string
}

export const deviceCodePage = ({ xsrf, code, problem }: DeviceCodePage) =>
  page(
    'Sign in to a program',
    `<p class="where">Enter the code that the program shows</p>
${problemLine(problem)}
<form method="post" action="/device">
<input type="hidden" name="xsrf" value="${escape(xsrf)}">
<label for="user_code">Code</label>
<input id="user_code" name="user_code" autocomplete="off" autocapitalize="characters" spellcheck="false" required maxlength="20" placeholder="XXXX-XXXX" value="${escape(code)}" autofocus${described(problem)}>
<button type="submit">Continue</button>
</form>`,
  )

interface DeviceConfirmPage {
  xsrf: string
  code: string
  client: string
  address?: string
  user_agent?: string
}

/** Whoever is talked into opening a link with a code must see what they would allow. */
export const deviceConfirmPage = ({
  xsrf,
  code,
  client,
  address = 'unknown',
  user_agent,
}: DeviceConfirmPage) =>
  page(
    `Allow ${client}?`,
    `<p>${escape(client)} will be able to do everything that you can.</p>
<p>Continue only if you have just started it yourself, and it shows this code:</p>
<p class="code"><code>${escape(code)}</code></p>
<p class="where">Started from ${escape(address)}${user_agent ? ` (${escape(user_agent)})` : ''}</p>
<form method="post" action="/device">
<input type="hidden" name="xsrf" value="${escape(xsrf)}">
<input type="hidden" name="user_code" value="${escape(code)}">
<button type="submit" name="confirm" value="yes">Allow</button>
<button type="submit" class="secondary" name="abort" value="yes">Cancel</button>
</form>`,
  )

export const deviceDonePage = (client: string) =>
  page('Signed in', `<p>${escape(client)} is signed in. You can close this page.</p>`)
