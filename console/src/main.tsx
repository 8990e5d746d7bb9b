import './mantine.css'
import './font.css'
import './style.css'
import { MantineProvider } from '@mantine/core'
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from './api/client.ts'
import { nonce } from './nonce.ts'
import { onConnectionChange } from './offline/connection.ts'
import { router } from './router.tsx'
import { colours, theme } from './theme.ts'

// While the service cannot be reached, reads wait and loaded pages stay as they are.
onlineManager.setEventListener(onConnectionChange)

const queries = new QueryClient({
  defaultOptions: {
    // Writes do not wait in memory: they fail at once and are kept in the outbox.
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: 5000,
      // A client error does not go away on retry.
      retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
    },
  },
})

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={colours}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
