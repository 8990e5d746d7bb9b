import type { Output } from '../io.ts'

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const
export type Colour = keyof typeof codes
export type Paint = (colour: Colour, text: string) => string

/** Colours only on a terminal, and never when NO_COLOR is set (https://no-color.org). */
export function painter(output: Output, env: Record<string, string | undefined>): Paint {
  const isColoured = output.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
  return (colour, text) => (isColoured ? `\u001B[${codes[colour]}m${text}\u001B[0m` : text)
}

/** Text of the service and of files must neither control the terminal nor turn the direction of what follows it. */
export const printable = (text: string) =>
  text.replaceAll(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD')
