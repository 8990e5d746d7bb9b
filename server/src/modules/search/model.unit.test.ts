import { describe, expect, test } from 'vitest'
import { numbersIn, queriesOf, termOf, wordsIn } from './model.ts'

const ids = (q: string) => numbersIn(q).map(({ id }) => id)

describe('a number', () => {
  test.each([
    'INC0000300',
    'inc0000300',
    'inc300',
    'INC-300',
    'inc 300',
    'Inc #300',
    'INC:300',
    'inc_00300',
    ' inc300 ',
  ])('%s names one incident', (q) => {
    expect(ids(q)).toEqual(['INC0000300'])
  })

  test.each(['300', '#300', '0000300'])('%s without letters names a record of each kind', (q) => {
    expect(ids(q)).toEqual(['INC0000300', 'CHG0000300', 'REQ0000300', 'KB0000300', 'CI0000300'])
  })

  test('past seven digits has letters, and that of a CI is longer', () => {
    expect(ids('incA00001Z')).toEqual(['INCA00001Z'])
    expect(ids('CI123456789')).toEqual(['CI123456789'])
    expect(ids('INC12345678')).toEqual([])
    expect(ids('123456789')).toEqual(['CI123456789'])
  })

  test.each(['incident', 'inc', 'kb', 'mail 300', 'chgwork', "300'", ''])('is not in %j', (q) => {
    expect(ids(q)).toEqual([])
  })
})

const known = (word: string, completions: string[] = [], similar: string[] = []) =>
  termOf(word, { completions, similar })

describe('the words of a search', () => {
  test('are letters and digits in lower case, each once, and not too many', () => {
    expect(wordsIn(`Mail "Server" db-01.example; mail '; drop --`)).toEqual([
      'mail',
      'server',
      'db',
      '01',
      'example',
      'drop',
    ])
    expect(wordsIn('a b c d e f g h i j')).toHaveLength(8)
  })

  test('are corrected by one mistake only when nothing begins like them', () => {
    expect(known('netwrok', [], ['network', 'netbook']).similar).toEqual(['network'])
    expect(known('net', ['network'], ['set']).similar).toEqual([])
    expect(known('nte', [], ['net']).similar).toEqual([])
    expect(known('print', ['printers', 'printer'], ['paint']).completions).toEqual(['printer', 'printers'])
  })

  test('become a query of beginnings, and the index is asked for whole words when there are several', () => {
    expect(queriesOf('netwrok', [known('netwrok', [], ['network'])])).toEqual({
      exact: "('netwrok':*)",
      loose: "('netwrok':* | 'network')",
      indexed: "('netwrok':* | 'network')",
    })
    const several = queriesOf('mail zeb', [known('mail', ['mail', 'mailbox']), known('zeb')])
    expect(several.exact).toBe("('mail':* | 'mail' | 'mailbox') & ('zeb':*)")
    expect(several.indexed).toBe("('mail' | 'mail' | 'mailbox')")
    expect(queriesOf('que retr', [known('que'), known('retr')]).indexed).toBe("('que') & ('retr')")
  })

  test('of a host name are also searched for as one word', () => {
    const { loose } = queriesOf('db01.example', [known('db01'), known('example')])
    expect(loose).toBe("('db01.example':* | (('db01':*) & ('example':*)))")
  })

  test('with a hyphen are also searched for without it, and the other way round', () => {
    expect(queriesOf('wi-fi', [known('wi'), known('fi')]).exact).toBe(
      "('wi-fi':* | (('wi':*) & ('fi':*)) | 'wifi')",
    )
    expect(queriesOf('wifi', [known('wifi')]).indexed).toBe("(('wifi':*) | 'wi-fi')")
  })

  test.each(['i', 'in', 'inc', 'inc00', 'kb', 'ci1'])(
    '%s begins too many numbers to ask the index for it',
    (q) => {
      expect(queriesOf(q, [known(q)]).indexed).toBeUndefined()
    },
  )
})
