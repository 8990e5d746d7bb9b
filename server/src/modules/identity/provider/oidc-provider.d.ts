// The main file of the package prints a banner on Node 20; these are the modules behind it.
declare module 'oidc-provider/lib/provider.js' {
  export { default as Provider } from 'oidc-provider'
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  import { errors } from 'oidc-provider'
  export const {
    CustomOIDCProviderError,
    InvalidGrant,
    InvalidRequest,
    InvalidScope,
    InvalidTarget,
  }: typeof errors
}

declare module 'oidc-provider/lib/helpers/als.js' {
  import type { AsyncLocalStorage } from 'node:async_hooks'
  const storage: AsyncLocalStorage<unknown>
  export default storage
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import { interactionPolicy } from 'oidc-provider'
  export const { base, Check, Prompt }: typeof interactionPolicy
}
