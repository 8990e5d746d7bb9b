import { Problem } from '../../kernel/errors.ts'
import { checkUpload } from '../incidents/attachments/model.ts'
import type { MailFile } from './model.ts'

const mostFiles = 10
const partNames = { filename: 'the name', content_type: 'the type', content: 'the content' }

/** Why a file cannot be attached. */
function refusalOf({ filename, content_type, content }: MailFile): string | undefined {
  try {
    checkUpload(filename, content_type, content, partNames)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
}

/** Those that can be attached, and a sentence about the others. */
export function sortFiles(files: MailFile[], takesFiles: boolean) {
  const refused: string[] = []
  const kept = files.filter((file, index) => {
    const reason = !takesFiles
      ? 'only incidents have files'
      : index >= mostFiles
        ? `only ${mostFiles} files are kept`
        : refusalOf(file)
    if (reason !== undefined) refused.push(`${file.filename} (${reason})`)
    return reason === undefined
  })
  const more = refused.length - mostFiles
  const listed = more > 0 ? [...refused.slice(0, mostFiles), `and ${more} more`] : refused
  return {
    attachments: kept.map(({ filename, content_type, content }) => ({
      filename,
      content_type,
      content_base64: content.toString('base64'),
    })),
    remark: refused.length === 0 ? '' : `\n\nNot kept: ${listed.join('; ')}`,
  }
}
