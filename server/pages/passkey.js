// Asks the browser for a passkey and sends its answer with the form that holds the options.

const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.codePointAt(0))

const toText = (buffer) =>
  btoa(String.fromCodePoint(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const withBytes = (credentials) => credentials?.map((each) => ({ ...each, id: toBytes(each.id) }))

const create = async (options) => {
  const credential = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: toBytes(options.challenge),
      user: { ...options.user, id: toBytes(options.user.id) },
      excludeCredentials: withBytes(options.excludeCredentials),
    },
  })
  const { response } = credential
  return toJson(credential, {
    attestationObject: toText(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  })
}

const get = async (options) => {
  const credential = await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: toBytes(options.challenge),
      allowCredentials: withBytes(options.allowCredentials),
    },
  })
  const { response } = credential
  return toJson(credential, {
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
    ...(response.userHandle && { userHandle: toText(response.userHandle) }),
  })
}

const toJson = (credential, response) =>
  JSON.stringify({
    id: credential.id,
    rawId: credential.id,
    type: credential.type,
    response: { clientDataJSON: toText(credential.response.clientDataJSON), ...response },
    clientExtensionResults: {},
  })

for (const form of document.querySelectorAll('form[data-passkey]')) {
  const failure = form.querySelector('[data-failure]')
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    failure.hidden = true
    try {
      const ask = form.dataset.passkey === 'create' ? create : get
      form.elements.namedItem('credential').value = await ask(JSON.parse(form.dataset.options))
      form.submit()
    } catch {
      failure.hidden = false
    }
  })
}
