/** Of the IDs of people of the external identity provider; their subject there follows. */
export const externalPrefix = 'oidc:'

/** Stands for someone of whom the identity provider tells no address. A subject may be an address itself. */
export const placeholderAddress = (subject: string, issuer: string): string =>
  `${subject.replaceAll('@', '%40')}@${new URL(issuer).hostname}`

/** Generated addresses get no email: those of accounts without one, and those that stand for one at the issuer, if there is one. */
export const hasMailbox = ({ id, email }: { id: string; email: string }, issuer: string): boolean =>
  !/[@.]mainstay\.local$/.test(email) &&
  !(issuer && email === placeholderAddress(id.replace(externalPrefix, ''), issuer))
