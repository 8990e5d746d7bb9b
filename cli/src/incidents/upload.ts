import path from 'node:path'
import type { Mainstay } from '@mainstay/sdk'
import { readBytes } from '../files.ts'

export async function uploadFiles(client: Mainstay, files: string[]): Promise<{ id: string }[]> {
  // All files are read first: one that is missing sends nothing.
  const contents = files.map((file) => ({ filename: path.basename(file), content: readBytes(file) }))
  const uploaded = []
  for (const { filename, content } of contents) {
    const { id } = await client.attachments.upload(content, { filename })
    uploaded.push({ id })
  }
  return uploaded
}
