import { escape, page } from './html.ts'

interface ConfirmPage {
  action: string
  client: string
  name: string
  email: string
}

/** Whoever is sent here by another program must see what they would allow. */
export const confirmPage = ({ action, client, name, email }: ConfirmPage) =>
  page(
    `Sign in to ${client}?`,
    `<p>You are signed in as ${escape(name ? `${name} (${email})` : email)}. ${escape(client)} will be able to do everything that you can.</p>
<p>Continue only if you have just started it yourself on this computer.</p>
<form method="post" action="${escape(action)}">
<button type="submit" name="confirm" value="yes">Continue</button>
<button type="submit" class="secondary">Cancel</button>
</form>`,
  )
