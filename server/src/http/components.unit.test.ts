import { describe, expect, test } from 'vitest'
import { shareComponents } from './components.ts'

const operationWith = (schema: object, parameters: object[] = []) => ({
  get: {
    tags: ['Things'],
    parameters,
    responses: { '200': { description: '', content: { 'application/json': { schema } } } },
  },
})

const thing = { type: 'object', properties: { id: { type: 'string' } }, 'x-component': 'Thing' }

describe('components of the API description', () => {
  test('contain every named schema once, including nested ones', () => {
    const list = {
      type: 'object',
      properties: { data: { type: 'array', items: thing } },
      'x-component': 'ThingList',
    }
    const { paths, components } = shareComponents({
      paths: { '/things': operationWith(list), '/things/{id}': operationWith(thing) },
      components: {} as Record<string, object>,
    })
    const { 'x-component': _, ...content } = thing
    expect(components.schemas).toEqual({
      Thing: content,
      ThingList: {
        type: 'object',
        properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } },
      },
    })
    expect(paths['/things/{id}'].get.responses).toEqual({
      '200': {
        description: 'OK',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
      },
      default: { $ref: '#/components/responses/Problem' },
    })
  })

  test('leave the schema of a plain value inline', () => {
    const line = (description: string) => ({ type: 'string', description, 'x-component': 'Line' })
    const { paths, components } = shareComponents({
      paths: { '/a': operationWith(line('One')), '/b': operationWith(line('Another')) },
      components: {} as Record<string, object>,
    })
    expect(components.schemas).toEqual({ Line: { type: 'string' } })
    expect(paths['/b'].get.responses['200'].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Line',
      description: 'Another',
    })
  })

  test('contain the headers that operations take, and are referred to by those that they send', () => {
    const content = { 'application/json': { schema: {} } }
    const headers = { takes: ['If-Match'], sends: ['ETag'] }
    const update = { tags: [], 'x-headers': headers, 'x-may-stream': true, responses: { '200': { content } } }
    const { paths, components } = shareComponents({
      paths: { '/a': { patch: update }, '/b': { patch: structuredClone(update) } },
      components: {} as Record<string, object>,
    })
    expect(paths['/a'].patch).toEqual({
      tags: [],
      parameters: [{ $ref: '#/components/parameters/If-Match' }],
      responses: {
        '200': {
          description: 'OK',
          headers: { ETag: { $ref: '#/components/headers/ETag' } },
          content: { ...content, 'text/event-stream': { schema: { type: 'string' } } },
        },
        default: { $ref: '#/components/responses/Problem' },
      },
    })
    expect(components.parameters).toMatchObject({ 'If-Match': { in: 'header', name: 'If-Match' } })
  })

  test('refuse one name for two different schemas', () => {
    const other = { ...thing, properties: {} }
    const paths = { '/a': operationWith(thing), '/b': operationWith(other) }
    expect(() => shareComponents({ paths })).toThrow('Two different schemas are named Thing')
  })

  test('contain repeated parameters; the most common one of a name gets it', () => {
    const sort = (word: string) => ({ name: 'sort', in: 'query', schema: { enum: [word] } })
    const { paths, components } = shareComponents({
      paths: {
        '/a': operationWith({}, [sort('name')]),
        '/b': operationWith({}, [sort('name')]),
        '/c': operationWith({}, [sort('age')]),
        '/d': operationWith({}, [sort('age')]),
        '/e': operationWith({}, [sort('age')]),
        '/f': operationWith({}, [sort('size')]),
      },
      components: {} as Record<string, object>,
    })
    expect(components.parameters).toEqual({ sort: sort('age'), 'Things.sort': sort('name') })
    expect(paths['/b'].get.parameters).toEqual([{ $ref: '#/components/parameters/Things.sort' }])
    expect(paths['/f'].get.parameters).toEqual([sort('size')])
  })
})
