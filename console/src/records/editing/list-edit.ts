import type { Version } from './editable-record.ts'
import { isOutdated } from './field-state.ts'
import type { Access } from './save-field.ts'

/** Adds or removes an item. */
export type ListEdit<Item> = (items: readonly Item[]) => Item[]

/** Saves an edit of a list. If someone else changed the record meanwhile, it is made to what they have left. */
export async function saveListEdit<Item>(
  access: Access,
  name: string,
  edit: ListEdit<Item>,
  version: Version,
): Promise<Version> {
  try {
    return await access.save({ [name]: edit(version.values[name] as Item[]) }, version)
  } catch (error) {
    if (!isOutdated(error)) throw error
    return saveListEdit(access, name, edit, await access.reload())
  }
}
