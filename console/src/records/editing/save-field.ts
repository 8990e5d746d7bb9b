import type { Draft } from '../field-input.tsx'
import type { Version } from './editable-record.ts'
import { isOutdated, isSame, type Edit } from './field-state.ts'

export interface Access {
  save: (patch: Draft, version: Version) => Promise<Version>
  reload: () => Promise<Version>
}

interface Outcome {
  /** False for a conflict: nothing was changed. */
  isSaved: boolean
  version: Version
}

/** Saves a field, unless someone else changed this field meanwhile. */
export async function saveField(
  access: Access,
  name: string,
  { value, base }: Edit,
  version: Version,
): Promise<Outcome> {
  try {
    return { isSaved: true, version: await access.save({ [name]: value }, version) }
  } catch (error) {
    if (!isOutdated(error)) throw error
    const fresh = await access.reload()
    // Another field was changed meanwhile, or a note was added: that is no conflict.
    return isSame(fresh.values[name], base)
      ? saveField(access, name, { value, base }, fresh)
      : { isSaved: false, version: fresh }
  }
}
