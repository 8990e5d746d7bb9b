import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The data sets of the evaluation. */
export interface Data {
  /** A folder of public sets; undefined: only the demo data that comes with the service. */
  folder: string | undefined
}

export function openData(given?: string): Data {
  const usual = path.resolve(root, '../shared/data')
  const folder = given ? path.resolve(process.env.INIT_CWD ?? '.', given) : usual
  if (given && !existsSync(folder)) throw new Error(`There is no folder ${folder}`)
  return { folder: existsSync(folder) ? folder : undefined }
}

/** The text of a file, gzipped or not; undefined when the folder does not hold it. */
export function readText(folder: string | undefined, name: string): string | undefined {
  if (!folder) return undefined
  const file = path.join(folder, name)
  if (existsSync(`${file}.gz`)) return gunzipSync(readFileSync(`${file}.gz`)).toString('utf8')
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

export const readJsonLines = <Row>(folder: string | undefined, name: string): Row[] | undefined =>
  readText(folder, name)
    ?.split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)
