import { Alert, Button, Loader, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { words } from '../words.ts'
import { finishSignIn, signIn } from './session.ts'

/** Where the service sends people back to after they have signed in. */
export function SignedIn() {
  const navigate = useNavigate()
  const [failed, setFailed] = useState(false)
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return // a code is good for one use
    begun.current = true
    finishSignIn(location.search).then(
      (back) => (back ? void navigate({ href: back, replace: true }) : setFailed(true)),
      () => setFailed(true),
    )
  }, [navigate])
  if (!failed) return <Loader role="status" aria-label={words.signingIn} />
  return (
    <Stack align="start">
      <Alert color="red" title={words.problem}>
        {words.signInFailed}
      </Alert>
      <Button onClick={() => void signIn()}>{words.again}</Button>
    </Stack>
  )
}
