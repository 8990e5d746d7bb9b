// The types of the API are generated once, for the SDK and the console.
export type * from '../../../sdk/src/schema.ts'
