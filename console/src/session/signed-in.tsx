import { Alert, Button, Loader, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { shell } from '../words/shell.ts'
import { finishSignIn, signIn } from './session.ts'
import { passCodeToOpener } from './sign-in-again.ts'

/** The redirect URI of the sign-in. */
export function SignedIn() {
  const navigate = useNavigate()
  const [failed, setFailed] = useState(false)
  const [handedOver, setHandedOver] = useState(false)
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return // a code can be used once
    begun.current = true
    if (passCodeToOpener(location.search)) return setHandedOver(true)
    finishSignIn(location.search).then(
      (back) => (back ? void navigate({ href: back, replace: true }) : setFailed(true)),
      () => setFailed(true),
    )
  }, [navigate])
  if (handedOver) return <Text>{shell.closeWindow}</Text>
  if (!failed) return <Loader role="status" aria-label={shell.signingIn} />
  return (
    <Stack align="start">
      <Alert color="red" title={shell.problem}>
        {shell.signInFailed}
      </Alert>
      <Button onClick={() => void signIn()}>{shell.again}</Button>
    </Stack>
  )
}
