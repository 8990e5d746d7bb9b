import { Lexer, Tokenizer, type MarkedOptions, type Token, type Tokens } from 'marked'

/** Deeper quotes and lists are shown as text: each level is a recursion. */
const maxDepth = 20
/** Longer paragraphs are shown without formatting: their cost grows with the square of their length. */
const maxParagraph = 5000
/** Characters read for emphasis in one text: each mark reads the rest of its paragraph. */
const maxRead = 1_000_000

class BoundedTokenizer extends Tokenizer {
  #depth = 0
  #read = 0

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return this.#nested(() => super.blockquote(src))
  }

  override list(src: string): Tokens.List | undefined {
    return this.#nested(() => super.list(src))
  }

  override emStrong(src: string, masked: string, before?: string): Tokens.Em | Tokens.Strong | undefined {
    return /^[*_]/.test(src) && this.#mayRead(src) ? super.emStrong(src, masked, before) : undefined
  }

  override del(src: string, masked: string, before?: string): Tokens.Del | undefined {
    return src.startsWith('~') && this.#mayRead(src) ? super.del(src, masked, before) : undefined
  }

  #mayRead(src: string): boolean {
    this.#read += src.length
    return this.#read <= maxRead
  }

  #nested<T>(tokenize: () => T | undefined): T | undefined {
    if (this.#depth === maxDepth) return undefined
    this.#depth++
    const token = tokenize()
    this.#depth--
    return token
  }
}

/** For one text. Whoever can send an alert or write a note could otherwise freeze or break the pages that show it. */
export class BoundedLexer extends Lexer {
  constructor(options: MarkedOptions) {
    super({ ...options, tokenizer: new BoundedTokenizer() })
  }

  override inline(src: string, tokens: Token[] = []): Token[] {
    if (src.length <= maxParagraph) return super.inline(src, tokens)
    for (const [i, line] of src.split('\n').entries()) {
      if (i > 0) tokens.push({ type: 'br', raw: '\n' })
      tokens.push({ type: 'text', raw: line, text: line, escaped: false })
    }
    return tokens
  }
}
