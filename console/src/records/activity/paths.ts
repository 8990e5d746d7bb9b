/** Records with activity. */
export type ActivePath =
  | '/incidents'
  | '/changes'
  | '/requests'
  | '/catalog/items'
  | '/cmdb/cis'
  | '/knowledge/articles'

/** Records on which notes are written. */
export type NotedPath = '/incidents' | '/changes' | '/requests' | '/cmdb/cis' | '/knowledge/articles'
