import { describe, expect, test } from 'vitest'
import { shareComponents } from './components.ts'

const operationWith = (schema: object, parameters: object[] = []) => ({
  get: {
    tags: ['Things'],
    parameters,
    responses: { '200': { description: '', content: { 'application/json': { schema } } } },
  },
})

const jsonOf = (schema: object) => ({ 'application/json': { schema } })

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
        '200': { $ref: '#/components/responses/Json' },
        default: { $ref: '#/components/responses/Problem' },
      },
    })
    expect(components).toMatchObject({
      responses: {
        Json: {
          description: 'OK',
          headers: { ETag: { $ref: '#/components/headers/ETag' } },
          content: { ...content, 'text/event-stream': { schema: { type: 'string' } } },
        },
      },
    })
    expect(components.parameters).toMatchObject({ 'If-Match': { in: 'header', name: 'If-Match' } })
  })

  test('contain repeated responses; the most common one of a name gets it', () => {
    const created = (count: number) => ({
      post: { tags: [], responses: { [count === 2 ? '201' : '200']: { content: jsonOf(thing) } } },
    })
    const { paths, components } = shareComponents({
      paths: { '/a': created(2), '/b': created(2), '/c': created(3), '/d': created(3), '/e': created(3) },
      components: { responses: {} as Record<string, object> },
    })
    const content = jsonOf({ $ref: '#/components/schemas/Thing' })
    expect(components.responses).toEqual({
      Thing: { description: 'OK', content },
      'Thing.201': { description: 'Created', content },
    })
    expect(paths['/b'].post.responses).toMatchObject({ '201': { $ref: '#/components/responses/Thing.201' } })
  })

  test('say the fields of bodies and of extensions once, so that every part of them stands alone', () => {
    const fields = { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } }
    const title = { title: { type: 'string' } }
    const thing = { id: { type: 'string' }, ...title, ...fields }
    const schemas = {
      Thing: { type: 'object', required: ['id', 'title', 'a'], properties: thing },
      CreateThing: {
        type: 'object',
        additionalProperties: false,
        'x-ignored': ['id'],
        required: ['title'],
        properties: { ...title, ...fields },
      },
      UpdateThing: { type: 'object', additionalProperties: false, properties: { ...fields, ...title } },
      DeletedThing: {
        type: 'object',
        required: ['id', 'title', 'a', 'deleted'],
        properties: { ...thing, deleted: { const: true } },
      },
    }
    expect(shareComponents({ components: { schemas } }).components.schemas).toEqual({
      ThingFields: { type: 'object', properties: fields },
      Thing: schemas.Thing,
      CreateThing: {
        allOf: [
          { $ref: '#/components/schemas/ThingFields' },
          { type: 'object', required: ['title'], properties: title },
        ],
        unevaluatedProperties: false,
      },
      UpdateThing: {
        allOf: [{ $ref: '#/components/schemas/ThingFields' }, { type: 'object', properties: title }],
        unevaluatedProperties: false,
      },
      DeletedThing: {
        allOf: [
          { $ref: '#/components/schemas/Thing' },
          { type: 'object', required: ['deleted'], properties: { deleted: { const: true } } },
        ],
      },
    })
  })

  test('have no unions of a plain value with null', () => {
    const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] })
    const line = { type: 'string', 'x-component': 'Line', description: 'A line' }
    const { components } = shareComponents({
      paths: { '/a': operationWith({ properties: { a: orNull(line), b: orNull(line), c: orNull(line) } }) },
      components: {
        schemas: {
          Level: orNull({ type: 'string', enum: ['high'], description: 'How much' }),
          Thing: orNull({ type: 'object', properties: {} }),
        } as Record<string, object>,
      },
    })
    expect(components.schemas).toEqual({
      Level: { type: ['string', 'null'], enum: ['high', null], description: 'How much' },
      LineOrNull: { type: ['string', 'null'] },
      Thing: orNull({ type: 'object', properties: {} }),
    })
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
