// Node 20 or later. Prints the alerts of an Opsgenie account with their notes, one in each line, after the teams.
const { OPSGENIE_KEY, OPSGENIE_URL = 'https://api.opsgenie.com', OPSGENIE_QUERY = '' } = process.env

/** Opsgenie limits the requests per minute. */
async function get(address) {
  const response = await fetch(new URL(address, OPSGENIE_URL), {
    headers: { Authorization: `GenieKey ${OPSGENIE_KEY}` },
  })
  if (response.status === 429) {
    await new Promise((resolve) =>
      setTimeout(resolve, 1000 * Number(response.headers.get('retry-after') ?? 5)),
    )
    return get(address)
  }
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
  return response.json()
}

async function all(address) {
  const found = []
  for (let next = address; next;) {
    const { data, paging } = await get(next)
    found.push(...data)
    next = paging?.next
  }
  return found
}

const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`)

print(await get('/v2/teams'))
const query = encodeURIComponent(OPSGENIE_QUERY)
for (const { id } of await all(`/v2/alerts?limit=100&sort=createdAt&order=asc&query=${query}`)) {
  const { data } = await get(`/v2/alerts/${id}?identifierType=id`)
  print({ ...data, notes: await all(`/v2/alerts/${id}/notes?limit=100`) })
}
