/** A public client, so that an API key can be exchanged without a client of its own. */
export const apiKeyClient = 'api-key'

/** The web console, and other browser code on the same origin. */
export const consoleClient = 'console'

/** The command line, which signs people in with a code (RFC 8628) or through a browser on the same machine (RFC 8252). */
export const cliClient = 'cli'

/** IDs that no other client can have. */
export const builtInClientIds: readonly string[] = [apiKeyClient, consoleClient, cliClient]
