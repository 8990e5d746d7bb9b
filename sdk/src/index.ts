export { Mainstay, type MainstayOptions } from './client.ts'
export type { CallOptions, IdempotencyOptions, PostOptions, VersionOptions } from './calls.ts'
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  MainstayError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  ValidationError,
} from './errors.ts'
export { EventStream, type StreamOptions } from './event-stream.ts'
export { JobTimeoutError, type WaitOptions } from './jobs.ts'
export { Listing, type Page } from './listing.ts'
export type { RetryPolicy } from './retry.ts'
export type * from './schema.ts'
export {
  verifyWebhook,
  verifyWebhookRequest,
  WebhookVerificationError,
  type VerifyOptions,
  type WebhookDelivery,
  type WebhookHeaders,
  type WebhookPayload,
} from './webhook.ts'
