const auxiliary =
  /^(?:(?:is|are|am|do|does|did|can|could|will|would|should|has|have|had|may|must|was|were)(?:n't)?|can(?:no|')t|won't)\s/i
const clauseBefore = /^(?:and|but|so|if|when|after|because|since|for|in|on|with|once|while|as)\b[^,]*,\s*/i

/** How much of the start and the end of a text is considered. */
const reach = 500

/** Whether the first line, such as a heading, or the last sentence asks for a yes or no. */
export function asksForVerdict(text: string): boolean {
  const end = text.trimEnd().slice(-reach)
  return [end, text.slice(0, reach).split('\n', 1)[0]!.trimEnd()].some((part) => {
    const last = part.split(/(?<=[.!?])\s+/).at(-1)!
    return last.endsWith('?') && auxiliary.test(last.trimStart().replace(clauseBefore, ''))
  })
}

/** Whether the first line, or the one below a heading, begins with a yes or no. */
export const givesVerdict = (text: string): boolean =>
  text
    .slice(0, reach)
    .split('\n', 2)
    .some((line) => /^[^\p{L}\p{N}]*(?:yes|no)(?=[\s*_]*(?:[,.;:!]|$))/iu.test(line))
