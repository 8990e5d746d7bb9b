/** `work_notes_count` is Work notes count. */
export const nameOf = (field: string) => field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ')
