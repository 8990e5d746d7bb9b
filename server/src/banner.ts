import type { Config } from './config.ts'
import { credentialsFile, type Credentials } from './modules/identity/bootstrap.ts'

/** What a newcomer needs to go on, and no more. */
export function banner(
  { base_url, data_dir, bootstrap_client_id }: Config,
  made: Partial<Credentials>,
): string {
  const lines = [
    '',
    `  Mainstay is running`,
    '',
    `  Console    ${base_url}/`,
    `  API        ${base_url}/prod/api/v1`,
    `  Reference  ${base_url}/docs`,
    `  Token      curl -s ${base_url}/oauth2/token -d grant_type=client_credentials \\`,
    `               -d client_id=${made.client_id ?? (bootstrap_client_id || '<client_id>')} -d client_secret=${made.client_secret ?? '<client_secret>'}`,
  ]
  if (made.admin_email)
    lines.push(`  Sign in    ${made.admin_email}  with the password  ${made.admin_password}`)
  if (made.client_id || made.admin_email)
    lines.push('', `  Shown once; also kept in ${credentialsFile(data_dir)}`)
  else if (!bootstrap_client_id) lines.push(`  Credentials in ${credentialsFile(data_dir)}`)
  return `${lines.join('\n')}\n\n`
}
