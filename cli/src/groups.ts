interface Limits {
  items: number
  /** Of the sizes of all items together. */
  size: number
}

/** Items in their order, in groups that keep to the limits; an item that is too large for them is alone. */
export function inGroups<Item>(items: Item[], sizeOf: (item: Item) => number, most: Limits): Item[][] {
  const groups: Item[][] = []
  let size = Infinity
  for (const item of items) {
    const added = sizeOf(item)
    if (size + added > most.size || groups.at(-1)!.length >= most.items) {
      groups.push([])
      size = 0
    }
    groups.at(-1)!.push(item)
    size += added
  }
  return groups
}
