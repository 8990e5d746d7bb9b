// Writes docs/reference.md from the API description: a table of operations for each tag, and the fields of each kind of record.

/** The schema of each kind of record; the body of a POST is `CreateIncident`, that of a PATCH `UpdateIncident`. */
const kinds = {
  Incident: 'Incident',
  Change: 'Change',
  'Service request': 'ServiceRequest',
  'Catalogue item': 'CatalogItem',
  'Configuration item': 'Ci',
  Article: 'Article',
}

export const referenceOf = ({ paths, components: { schemas } }) => `# API reference

Generated from [openapi.json](openapi.json) by \`npm run docs\`. Paths are relative to
\`/prod/api/v1\`, those of OAuth 2.0 to the address of the service. The [fields of records](#fields-of-records) are at the end. The schemas of
all parameters, bodies and answers are in openapi.json, and on the page \`/docs\` of a running service. What all operations
have in common (errors, lists, retries, limits) is in [Using the API](api.md).

${operationsOf(paths).join('\n')}
## Fields of records

Every record also has what the service sets: \`id\`, \`number\` (the same), \`url\`, \`version\`, \`created_at\`,
\`updated_at\` and \`deleted\`, and once it is deleted \`deleted_at\` and \`deleted_by\`.

${Object.entries(kinds)
  .map(([title, schema]) => `### ${title}\n\n${fieldsOf(schema, schemas)}`)
  .join('\n')}`

function operationsOf(paths) {
  const operations = Object.entries(paths).flatMap(([url, item]) =>
    Object.entries(item).map(([method, operation]) => ({ url, method: method.toUpperCase(), ...operation })),
  )
  const sections = new Map()
  for (const operation of operations)
    sections.set(operation.tags[0], [...(sections.get(operation.tags[0]) ?? []), operation])
  const rolesOf = ({ 'x-roles': roles = [] }) =>
    roles.length === 0 ? 'no token' : roles.toSorted().join(', ')
  const line = (operation) =>
    `| ${operation.method} | \`${operation.url.replace('/prod/api/v1', '')}\` | ${operation.summary} | ${rolesOf(operation)} |`
  return Array.from(
    sections,
    ([tag, entries]) =>
      `## ${tag}\n\n| method | path | what it does | roles |\n| --- | --- | --- | --- |\n${entries.map(line).join('\n')}\n`,
  )
}

function fieldsOf(kind, schemas) {
  const resolve = ({ $ref, ...rest }) =>
    $ref ? { ...resolve(schemas[$ref.split('/').at(-1)]), ...rest } : rest
  const propertiesOf = (schema) => {
    const { properties = {}, allOf = [] } = resolve(schema)
    return Object.assign({}, ...allOf.map(propertiesOf), properties)
  }
  const requiredIn = (schema) => {
    const { required = [], allOf = [] } = resolve(schema)
    return [...allOf.flatMap(requiredIn), ...required]
  }
  const [read, create, update] = ['', 'Create', 'Update'].map((verb) => propertiesOf(schemas[verb + kind]))
  const required = requiredIn(schemas[`Create${kind}`])
  const common = propertiesOf(schemas.StoredRecord)
  /** A state may be created with some of its values only. */
  const onCreate = (name) => {
    const [values, all] = [create, read].map((fields) => resolve(fields[name] ?? {}).enum ?? [])
    if (required.includes(name)) return ' (required)'
    return values.length < all.length ? ` (${values.map((value) => `\`${value}\``).join(', ')})` : ''
  }
  const setBy = (name) =>
    [name in create && `\`POST\`${onCreate(name)}`, name in update && '`PATCH`'].filter(Boolean).join(', ') ||
    'the service'
  const row = ([name, schema]) =>
    `| \`${name}\` | ${valueOf(schema, resolve)} | ${setBy(name)} | ${(resolve(schema).description ?? '').replaceAll('<', '\\<')} |`
  const rows = Object.entries({ ...create, ...update, ...read })
    .filter(([name]) => !(name in common))
    .toSorted(([a], [b]) => Number(required.includes(b)) - Number(required.includes(a)))
    .map(row)
  return `| field | value | set by | |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
}

const formats = { email: 'e-mail address', 'date-time': 'time', uri: 'web address' }

/** What a value may be, in words. */
function valueOf(schema, resolve) {
  const { type, anyOf = [], enum: values, format, pattern = '', ...limits } = resolve(schema)
  const forms = anyOf.filter((form) => form.type !== 'null')
  const end = [type].flat().includes('null') || forms.length < anyOf.length ? ', or null' : ''
  if (forms.length === 1) return valueOf(forms[0], resolve) + end
  const [, prefix] = /^\^(CI|CHG|INC)[\\[]/.exec(pattern) ?? []
  if (prefix) return `id such as \`${prefix}0000042\`${end}`
  if (values) return values.flatMap((value) => (value === null ? [] : `\`${value}\``)).join(', ') + end
  return (formats[format] ?? plainValue([type].flat()[0], limits, resolve)) + end
}

function plainValue(type, { minimum, maximum, maxLength, maxItems, items }, resolve) {
  const most = (maxLength ?? maxItems)?.toLocaleString('en')
  if (type === 'array') return `list${most ? ` of at most ${most}` : ''}: ${valueOf(items, resolve)}`
  if (type === 'string') return most ? `text, at most ${most} characters` : 'text'
  if (type === 'integer') return maximum === undefined ? 'number' : `${minimum} to ${maximum}`
  return type === 'boolean' ? 'true or false' : (type ?? 'any')
}
