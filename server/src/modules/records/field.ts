import type { Static, TOptional, TSchema, Type } from 'typebox'
import { innerOf, type ValueOf } from '../../kernel/schema.ts'
import type { commonFilters, Filters } from './filters.ts'
import type { RecordRow } from './model.ts'

/** Properties of a field in addition to its column and its response field. */
export type Trait =
  /** Clients may send it. */
  | 'writable'
  /** Clients must send it to create a record. */
  | 'required'
  /** Editing it revokes an approval. */
  | 'approval'
  /** Its changes are in the history. */
  | 'audited'
  /** Events contain it. */
  | 'event'
  /** Lists can be filtered by it. */
  | 'filter'
  /** Lists can be sorted by it. */
  | 'sort'
  /** No response contains it. */
  | 'hidden'
  /** It is stored in another table. */
  | 'linked'

export interface Field<S extends TSchema = TSchema, T extends Trait = Trait> {
  schema: S
  traits: readonly T[]
}

export const field = <S extends TSchema, T extends Trait[]>(
  schema: S,
  ...traits: T
): Field<S, T[number]> => ({ schema, traits })

export const isNullable = (schema: TSchema): boolean => innerOf(schema) !== schema
export const isTime = (schema: TSchema): boolean =>
  (innerOf(schema) as { format?: string }).format === 'date-time'

export const isAddress = (schema: TSchema): boolean =>
  (innerOf(schema) as { format?: string }).format === 'email'

export type Fields = Record<string, Field>
export type Schemas = Record<string, TSchema>
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- no properties at all is what is meant
export type None = Record<never, never>
type Flat<T> = { [K in keyof T]: T[K] }

export type NamesWith<F extends Fields, T extends Trait> = {
  [K in keyof F]: T extends F[K]['traits'][number] ? K : never
}[keyof F]
type SchemasWith<F extends Fields, T extends Trait> = { [K in NamesWith<F, T>]: F[K]['schema'] }
type Optional<S extends Schemas> = { [K in keyof S]: TOptional<S[K]> }

export type Values<F extends Fields> = { [K in keyof F]: ValueOf<F[K]['schema']> }

export type Row<F extends Fields> = Flat<
  RecordRow & Omit<Values<F>, NamesWith<F, 'linked'>> & Partial<Pick<Values<F>, NamesWith<F, 'linked'>>>
>

/** The initial values of a new record: null, an empty list, or the default. */
export type Empty<F extends Fields, D> = {
  [
    K in keyof F as K extends keyof D
      ? K
      : K extends NamesWith<F, 'linked'>
        ? never
        : null extends ValueOf<F[K]['schema']>
          ? K
          : ValueOf<F[K]['schema']> extends unknown[]
            ? K
            : never
  ]: ValueOf<F[K]['schema']>
}

export type CreateSchemas<F extends Fields, C extends Schemas> = Flat<
  Omit<Optional<SchemasWith<F, 'writable'>>, NamesWith<F, 'required'> | keyof C> &
    SchemasWith<F, 'required'> &
    Optional<C>
>
export type UpdateSchemas<F extends Fields, U extends Schemas> = Flat<
  Optional<SchemasWith<F, 'writable'>> & Optional<U>
>
export type AnswerSchemas<F extends Fields, A extends Schemas> = Flat<
  Omit<{ [K in keyof F]: F[K]['schema'] }, NamesWith<F, 'hidden'> | keyof A> & A
>
export type FilterSchemas<F extends Fields, X extends Filters> = Flat<
  {
    [K in NamesWith<F, 'filter'>]: TOptional<
      Static<F[K]['schema']> extends boolean ? Type.TBoolean : Type.TString
    >
  } & { [K in keyof (X & typeof commonFilters)]: TOptional<(X & typeof commonFilters)[K]['schema']> }
>
