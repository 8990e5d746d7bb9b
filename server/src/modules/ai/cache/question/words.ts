/** Parses a list of words separated by spaces. */
export const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** Prepositions that attach an attribute: the password for the vpn is the vpn password. */
export const attributive = setOf('for on in at within inside')

export const prepositions: ReadonlySet<string> = new Set([
  ...attributive,
  ...setOf(`to from into onto before after until since via by with without over under above below during
    against as than between off up down out about`),
])

/** Function words: questions that differ only in these are not compared by the model. */
export const grammar: ReadonlySet<string> = new Set([
  ...prepositions,
  ...setOf(`not no never nothing nobody none cannot can could will would shall should may might must was were did had
    my our your his her their them they he she us you if when while because then than or but also too
    what which who whom how why where any some all every each only both another other it again still yet do have`),
])
