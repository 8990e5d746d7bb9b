/** Every kind of record by the first letters of its numbers: its path in the API, and its pages in the console. */
const kinds = {
  INC: { path: '/incidents', page: '/incidents' },
  CHG: { path: '/changes', page: '/changes' },
  REQ: { path: '/requests', page: '/requests' },
  ITM: { path: '/catalog/items', page: '/catalog/items' },
  KB: { path: '/knowledge/articles', page: '/knowledge' },
  CI: { path: '/cmdb/cis', page: '/cmdb/cis' },
} as const

type Kind = (typeof kinds)[keyof typeof kinds]

const kindOf = (id: string): Kind | undefined =>
  Object.entries(kinds).find(([letters]) => id.startsWith(letters))?.[1]

/** The collection of a record in the API; undefined for an unknown kind. */
export const pathOfRecord = (id: string): Kind['path'] | undefined => kindOf(id)?.path

/** The page of a record; the home page for an unknown kind. */
export function pageOfRecord(id: string): string {
  const kind = kindOf(id)
  return kind ? `${kind.page}/${id}` : '/'
}
