import { idsInText, isRecordId } from '../../kernel/record-ids.ts'

export interface MailFile {
  filename: string
  content_type: string
  content: Buffer
}

export interface MailHead {
  /** The Message-ID, or a hash of what the sender wrote into other headers. */
  id: string
  /** Undefined unless there is exactly one sender. */
  from: string | undefined
  /** The name of the sender, or else the address. */
  name: string
  subject: string
  /** IDs of the messages that it answers, the newest last. */
  references: string[]
  /** An absence note, a message of a list or a program: whoever answers those may never stop. */
  is_automatic: boolean
  /** The headers `Authentication-Results`. */
  authentication: string[]
}

export interface MailContent {
  text: string
  files: MailFile[]
}

/** The ID of the record that an email is about, if it answers one of ours: their references name it, and the subject. */
export function answeredRecord({ references, subject }: MailHead, domain: string): string | undefined {
  const named = references
    .filter((id) => id.endsWith(`@${domain}`))
    .map((id) => id.slice(0, -domain.length - 1))
    .findLast(isRecordId)
  if (named !== undefined || references.length === 0) return named
  return new RegExp(idsInText).exec(subject)?.[0]
}

const longestTitle = 255

const toLine = (text: string) => text.replaceAll(/[\s\p{C}\p{Z}]+/gu, ' ').trim()

/** One line; a subject may be missing or consist of what cannot be seen. */
export function titleOf({ subject, name }: MailHead): string {
  const line = toLine(subject)
  const title = /[\p{L}\p{N}\p{P}\p{S}]/u.test(line) ? line : `E-mail from ${toLine(name)}`
  return title.slice(0, longestTitle).toWellFormed()
}
