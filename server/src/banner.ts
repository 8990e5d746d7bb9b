import type { Config } from './config.ts'
import { credentialsFile, type Credentials } from './modules/identity/bootstrap.ts'

/**
 * What an operator needs after the start. Secrets are shown only on a terminal, because other output ends up
 * in log files.
 */
export function banner(
  { base_url, data_dir, bootstrap_client_id }: Config,
  made: Partial<Credentials>,
  isTerminal: boolean,
): string {
  const file = credentialsFile(data_dir)
  const secret = (value: string | undefined, placeholder: string) =>
    (isTerminal ? value : undefined) ?? placeholder
  const clientId = made.client_id ?? (bootstrap_client_id || '<client_id>')
  const lines = [
    '',
    `  Mainstay is running`,
    '',
    `  Console    ${base_url}/`,
    `  API        ${base_url}/prod/api/v1`,
    `  Reference  ${base_url}/docs`,
    `  Token      curl -s ${base_url}/oauth2/token -d grant_type=client_credentials \\`,
    `               -d client_id=${clientId} -d client_secret=${secret(made.client_secret, '<client_secret>')}`,
  ]
  if (made.admin_email)
    lines.push(
      `  Sign in    ${made.admin_email}  with the password  ${secret(made.admin_password, '<admin_password>')}`,
    )
  if (made.client_id || made.admin_email)
    lines.push('', isTerminal ? `  Shown once; also kept in ${file}` : `  The secrets are in ${file}`)
  else if (!bootstrap_client_id) lines.push(`  Credentials in ${file}`)
  return `${lines.join('\n')}\n\n`
}
