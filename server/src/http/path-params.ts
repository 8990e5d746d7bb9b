import { Type, type TObject } from 'typebox'

type NamesIn<Url extends string> = Url extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<More>
    : Rest
  : never

/** The parameters of a path such as `/incidents/:id/notes/:note_id`. */
export type PathParams<Url extends string> = TObject<{ [Name in NamesIn<Url>]: Type.TString }>

export function paramsIn(url: string): TObject | undefined {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => [name, Type.String()])
  return names.length > 0 ? Type.Object(Object.fromEntries(names)) : undefined
}
