import { ApiError } from '../api/client.ts'

/** The error message for a field or for a part of it. */
export const fieldError = (failure: Error | null | undefined, field: string): string | undefined =>
  failure instanceof ApiError
    ? failure.errors.find((error) => error.field === field || error.field.startsWith(`${field}.`))?.message
    : undefined
