import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folderFrom = (here: string) => fileURLToPath(new URL(here, import.meta.url))

/** The pages that messages name as docs/...: the package has a copy of its own, a clone those of the repository. */
export const guidesFolder = [folderFrom('../docs/'), folderFrom('../../docs/')].find(existsSync) ?? 'docs/'
