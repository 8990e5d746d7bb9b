import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Mainstay } from '@mainstay/sdk'

export async function uploadFiles(client: Mainstay, files: string[]): Promise<{ id: string }[]> {
  const uploaded = []
  for (const file of files) {
    const { id } = await client.attachments.upload(new Uint8Array(readFileSync(file)), {
      filename: path.basename(file),
    })
    uploaded.push({ id })
  }
  return uploaded
}
