import { hmac } from '../../../kernel/crypto.ts'

/** Standard Webhooks decodes what follows the prefix as base64. */
export const standardSignature = (secret: string, content: string | Buffer): string =>
  hmac(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'), content).toString('base64')
