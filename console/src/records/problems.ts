import { ApiError } from '../api/client.ts'

/** What the service has said about one field, or about a part of it. */
export const problemOf = (failure: Error | null | undefined, field: string): string | undefined =>
  failure instanceof ApiError
    ? failure.errors.find((error) => error.field === field || error.field.startsWith(`${field}.`))?.message
    : undefined
