/** Documented in docs/cli.md; scripts depend on them. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  notAllowed: 3,
  notFound: 4,
  refused: 5,
  unavailable: 6,
  problemsFound: 7,
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** A failure that a person can do something about: `hint` says what. */
export class CliError extends Error {
  readonly exitCode: ExitCode
  readonly hint: string | undefined

  constructor(
    message: string,
    options: { exitCode?: ExitCode; hint?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'CliError'
    this.exitCode = options.exitCode ?? exitCodes.failed
    this.hint = options.hint
  }
}

const errorWith = (exitCode: ExitCode) => (message: string, hint?: string) =>
  new CliError(message, { exitCode, hint })

export const usageError = errorWith(exitCodes.usage)

/** The command has finished, and what it did or examined is not as it should be. */
export const foundProblems = errorWith(exitCodes.problemsFound)

/** What the service refuses, or would refuse if it were sent. */
export const refusal = errorWith(exitCodes.refused)

/** Answers of a service, or of a proxy before it, that may be another one soon. */
export const isUnavailable = (status: number) => [429, 502, 503, 504].includes(status)

/** The address of a web page, a proxy or something else. */
export const foreignAnswer = (base_url: string) =>
  new CliError(`${base_url} does not answer like a Mainstay service`, {
    hint: 'Check the address: --url, MAINSTAY_URL or mainstay profile list',
  })

/** The fields of a JSON answer; none if it is something else. */
export async function fieldsIn<Fields extends object>(response: Response): Promise<Partial<Fields>> {
  const value: unknown = await response.json().catch(() => undefined)
  return typeof value === 'object' && value !== null ? value : {}
}

/** An answer of the token endpoint that says nothing about the credentials. */
export const unexpectedAnswer = (base_url: string, { status }: Response) =>
  new CliError(
    `${base_url} answered ${status}`,
    isUnavailable(status) ? { exitCode: exitCodes.unavailable, hint: 'Try again in a minute' } : {},
  )

const untrusted = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_UNTRUSTED)$/

/** Of a connection that failed because the certificate is not of an authority that Node knows. */
export function certificateHint(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as NodeJS.ErrnoException
    if (code !== undefined && untrusted.test(code))
      return 'Name the certificate of your own authority: NODE_EXTRA_CA_CERTS=/path/to/ca.pem mainstay ...'
  }
  return undefined
}
