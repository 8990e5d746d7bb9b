import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../../test/any-text.ts'
import { MappingError } from './path.ts'
import { compileTemplate, render } from './template.ts'

const write = (template: string, payload: unknown, maxLength?: number) =>
  render(compileTemplate(template), payload, maxLength)

const errorOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    return error instanceof Error ? error.name : 'no error'
  }
}

const payload = {
  title: '  Disk full ',
  severity: 'critical',
  level: 2,
  ok: false,
  nothing: null,
  empty: '',
  none: [],
  tags: ['db', 7, null, { a: 1 }],
  labels: { host: 'db-1', 'odd key': 'a | b }} c' },
  notes: [{ text: 'one' }, { text: 'two' }],
  price: '$1',
}

describe('a template gives', () => {
  test.each([
    ['plain text', 'plain text'],
    ['', ''],
    ['a { b } }} c', 'a { b } }} c'],
    ['{{severity}}', 'critical'],
    ['{{ payload.labels.host }} is {{ $.severity }}!', 'db-1 is critical!'],
    ['{{\n  severity\n  | upper\n}}', 'CRITICAL'],
    ['{{ labels["odd key"] }}', 'a | b }} c'],
    ['{{ level }}/{{ ok }}', '2/false'],
    ['[{{ missing }}{{ nothing }}{{ empty }}]', '[]'],
    ['{{ labels }}', '{"host":"db-1","odd key":"a | b }} c"}'],
    ['{{ tags }}', '["db",7,null,{"a":1}]'],
    ['{{ none }}', '[]'],
    ['{{ title | trim }}', 'Disk full'],
    ['{{ title | trim | lower }}', 'disk full'],
    ['{{ tags | join }}', 'db, 7, , {"a":1}'],
    ['{{ tags | join: " / " }}', 'db / 7 /  / {"a":1}'],
    ['{{ severity | join: "-" }}', 'critical'],
    ['{{ tags | first }}{{ tags | last | json }}', 'db{"a":1}'],
    ['{{ notes | last }}', '{"text":"two"}'],
    ['{{ severity | first }}', 'critical'],
    ['{{ none | first | default: "-" }}', '-'],
    ['{{ severity | json }}', '"critical"'],
    ['{{ nothing | json }}{{ missing | json }}', 'null'],
    ['{{ severity | truncate: 4 }}', 'cri…'],
    ['{{ severity | truncate: 8 }}', 'critical'],
    ['{{ tags | truncate: 6 }}', '["db"…'],
    ['{{ severity | replace: "c", "k" }}', 'kritikal'],
    ['{{ severity | replace: "critical", "" }}', ''],
    ['{{ severity | replace: "i", "$&" }}', 'cr$&t$&cal'],
    ['{{ price | replace: \'$1\', "\\"$2\\"" }}', '"$2"'],
    ['{{ severity | replace: "t", "\\n" }}', 'cri\nical'],
    ['{{ level | replace: 2, 3 }}', '3'],
    ['{{ severity | map: "critical=P1,warning=P3" | default: "P4" }}', 'P1'],
    ['{{ level | map: "1=P1, 2 = P2" }}', 'P2'],
    ['{{ ok | map: "false=down,true=up" }}', 'down'],
    ['{{ labels.host | map: "critical=P1" | default: "P4" }}', 'P4'],
    ['{{ missing | map: "critical=P1" }}', ''],
    ['{{ missing | upper | default: \'it is "none"\' }}', 'it is "none"'],
    ['{{ nothing | default: 4.5 }}{{ empty | default: -1 }}{{ none | default: "x" }}', '4.5-1x'],
    ['{{ ok | default: "x" }}', 'false'],
  ])('%s', (template, text) => {
    expect(write(template, payload)).toBe(text)
  })

  test('for any JSON the result of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value).replaceAll('\0', '')
        assert.equal(write('{{ x | json }}', { x: value }, 100_000), json)
      }),
      { numRuns: 2000 },
    )
  })

  test('for text without braces that text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 100 }), (text) => {
        fc.pre(!text.includes('{{'))
        expect(write(text, {})).toBe(text.replaceAll('\0', ''))
      }),
    )
  })

  test('no NUL and no unpaired surrogate, which the database would refuse', () => {
    expect(write('a\0{{ x }}', { x: 'b\0c\ud800d' })).toBe('abc\ufffdd')
    expect(write('{{ x | truncate: 3 }}', { x: '😀😀😀😀' })).toBe('😀😀…')
    expect(write('{{ x | replace: "\ude00", "" }}', { x: '😀' }).isWellFormed()).toBe(true)
  })
})

describe('too much text', () => {
  test.each([
    ['of 8192 characters stays', 'x', 8192, undefined, 'x'.repeat(8192)],
    ['of more is cut with an ellipsis', 'x', 8193, undefined, `${'x'.repeat(8191)}…`],
    ['is counted in characters, not halves of them', '😀', 8192, undefined, '😀'.repeat(8192)],
    ['of such characters is cut between them', '😀', 9000, undefined, `${'😀'.repeat(8191)}…`],
    ['is cut where the caller says', 'x', 300, 255, `${'x'.repeat(254)}…`],
    ['may be more where the caller says', 'x', 90_000, 100_000, 'x'.repeat(90_000)],
  ])('%s', (_, char, count, maxLength, text) => {
    expect(write('{{ x }}', { x: char.repeat(count) }, maxLength)).toBe(text)
  })

  test('of several placeholders is truncated as a whole', () => {
    const text = write('{{ x }}-{{ x }}', { x: 'y'.repeat(6000) })
    expect(text).toBe(`${'y'.repeat(6000)}-${'y'.repeat(2190)}…`)
  })

  test('before it leaves short values readable', () => {
    const long = 'y'.repeat(200_000)
    const template = `${'{{ x | upper | replace: "Y", "" }}'.repeat(60)}{{ host }}`
    expect(write(template, { x: long, host: 'db-1' })).toMatch(/db-1$/)
  })
})

describe('a template is refused', () => {
  test.each([
    ['{{', 'a field name is missing at character 3'],
    ['{{ }}', 'a field name is missing at character 4'],
    ['a {{ b', 'expected | or }} at character 7'],
    ['a {{ b }', 'expected | or }} at character 8'],
    ['{{ a b }}', 'expected | or }} at character 6'],
    ['{{ a..b }}', 'a field name is missing at character 6'],
    ['{{{ a }}}', 'a field name is missing at character 3'],
    ['{{ {{ a }} }}', 'a field name is missing at character 4'],
    ['{{ a | default: "x }}', 'a quote is not closed at character 17'],
    ['{{ a | default }}', 'default takes 1 arguments at character 8'],
    ['{{ a | upper: "x" }}', 'upper takes 0 arguments at character 8'],
    ['{{ a | join: "x", "y" }}', 'join takes 0 or 1 arguments at character 8'],
    ['{{ a | default: b }}', 'expected a quoted text or a number at character 17'],
    ['{{ a | default: "x", }}', 'expected a quoted text or a number at character 22'],
    ['{{ a | truncate: "x" }}', 'truncate needs a length such as 80 at character 8'],
    ['{{ a | truncate: 0 }}', 'truncate needs a length such as 80 at character 8'],
    ['{{ a | truncate: 1.5 }}', 'truncate needs a length such as 80 at character 8'],
    ['{{ a | replace: "", "x" }}', 'replace needs a text to look for at character 8'],
    ['{{ a | map: "x" }}', 'map needs pairs such as "critical=P1,warning=P3" at character 8'],
    ['{{ a | trim trim }}', 'expected | or }} at character 13'],
  ])('%s', (template, message) => {
    expect(() => compileTemplate(template)).toThrow(new MappingError(message))
  })

  test.each(['shout', 'constructor', 'toString', '__proto__', 'Upper'])('for the filter "%s"', (name) => {
    expect(() => compileTemplate(`{{ a | ${name} }}`)).toThrow(
      'expected one of default, upper, lower, trim, truncate, replace, join, first, last, json, map at character 8',
    )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test.each([
    ['more than 8192 characters', 'x'.repeat(8193), 'a template has at most 8192 characters'],
    ['a megabyte', '{{ a }}'.repeat(150_000), 'a template has at most 8192 characters'],
    ['10,000 placeholders', '{{a}}'.repeat(10_000), 'a template has at most 8192 characters'],
    ['65 placeholders', '{{a}}'.repeat(65), 'a template has at most 64 placeholders at character 321'],
    ['a path of 17 steps', `{{ ${'a.'.repeat(16)}a }}`, 'a path has at most 16 steps at character 36'],
    [
      'a path of 501 characters',
      `{{ ${'a'.repeat(501)} }}`,
      'a path has at most 500 characters at character 4',
    ],
    ['11 filters', `{{ a${'|trim'.repeat(11)} }}`, 'a placeholder has at most 10 filters at character 55'],
    ['4,000 braces', '{{'.repeat(4000), 'a field name is missing at character 3'],
    ['nested braces', `${'{{ a '.repeat(800)}${'}}'.repeat(800)}`, 'expected | or }} at character 6'],
    ['thousands of backslashes', `{{ a["${'\\'.repeat(8000)}`, 'a quote is not closed at character 6'],
    ['thousands of digits', `{{ a[${'1'.repeat(8000)}`, 'a ] is missing at character 8006'],
    ['thousands of spaces', `{{ a ${' '.repeat(8000)}`, 'expected | or }} at character 8006'],
  ])('for %s', (_, template, message) => {
    expect(() => compileTemplate(template)).toThrow(new MappingError(message))
  })

  test('only with a reason, for any input', () => {
    const bits = [
      '{{',
      '}}',
      '{',
      ' ',
      'a',
      '.',
      '|',
      'upper',
      'map',
      ':',
      '"',
      "'",
      '\\',
      '1',
      ',',
      '=',
      '[',
      ']',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...bits), { maxLength: 60 }), (soup) => {
        assert.ok([undefined, 'MappingError'].includes(errorOf(() => write(soup.join(''), { a: 'x' }))))
      }),
      { numRuns: 3000 },
    )
  })
})

describe('a hostile payload', () => {
  const hostile = {
    text: 'a'.repeat(250_000),
    object: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key${i}`, `value${i}`])),
    list: Array.from({ length: 100_000 }, () => null),
    nested: '[{"x":'.repeat(40_000),
    deep: JSON.stringify({ a: `${'['.repeat(20_000)}${']'.repeat(20_000)}` }),
  }

  test.each([
    '{{ text }}',
    '{{ text | json }}',
    '{{ text | truncate: 1 }}',
    '{{ text | replace: "a", "b" | replace: "b", "aaaaaaaaaaaaaaaa" | upper | truncate: 9 }}',
    '{{ object }}',
    '{{ object | json | truncate: 2 }}',
    '{{ list | join: "" | truncate: 3 }}',
    '{{ list | join: "----------------" }}',
    '{{ nested.a.b.c }}',
    '{{ deep.a[0][0][0] }}',
    '{{ $ | upper | lower | trim | json }}',
  ])('stays within its limits: %s', (placeholder) => {
    const text = write(placeholder.repeat(64), hostile)
    expect(Array.from(text).length).toBeLessThanOrEqual(8192)
  })

  test('does not expose inherited properties', () => {
    const own: unknown = JSON.parse('{"__proto__": {"polluted": "yes"}, "a": {}}')
    expect(write('{{ a.__proto__.polluted }}{{ a.constructor.name }}{{ a.toString }}', own)).toBe('')
    expect(write('{{ __proto__.polluted }}', own)).toBe('yes')
    expect(write('{{ x | map: "__proto__=a,constructor=b" }}', { x: 'toString' })).toBe('')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})
