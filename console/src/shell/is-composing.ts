interface Key {
  keyCode: number
  nativeEvent: { isComposing: boolean }
}

/** Whether a key belongs to an input method, as for Japanese; Safari tells by the key code alone. */
export const isComposing = ({ keyCode, nativeEvent }: Key): boolean =>
  nativeEvent.isComposing || keyCode === 229

/** Escape that is not for an input method, where it takes back what was typed last. */
export const isEscape = (event: Key & { key: string }): boolean =>
  event.key === 'Escape' && !isComposing(event)
