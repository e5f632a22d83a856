import { Button, Center, Paper, PasswordInput, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type SignedOutReason, useSignIn } from '../api/session.tsx';
import { SendForm } from './dialog.tsx';
import { ErrorNotice, Notice } from './feedback.tsx';
import { Icon } from './icon.tsx';

const REASONS: Readonly<Record<Exclude<SignedOutReason, 'none'>, readonly [title: string, text: string]>> = {
  invalid: ['The API key is not valid', 'It is unknown, deleted or expired. Enter another key.'],
  ended: [
    'The API key is not valid any more',
    'It was deleted or rotated, or it expired. Sign in with another key: the same page opens again.',
  ],
  rotated: ['You rotated the key of this session', 'Sign in with the new key.'],
  deleted: ['You deleted the key of this session', 'Sign in with another key.'],
};

export function SignInPage() {
  const { state, signIn, signOut } = useSignIn();
  const [apiKey, setApiKey] = useState('');
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    document.title = 'Sign in - Freight console';
  }, []);
  const send = () => {
    const text = apiKey.trim();
    setMissing(text === '');
    if (text !== '') signIn(text);
  };
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper className="stack" withBorder shadow="sm" p="xl" maw="26rem" w="100%">
        <Text c="var(--console-accent-text)" fw={700}>
          <Icon name="brand" /> Freight
        </Text>
        <Title order={1} size="h3">
          Sign in to the console
        </Title>
        {state.kind === 'failed' ? (
          <ErrorNotice error={state.error} onRetry={() => signIn(state.apiKey)} />
        ) : null}
        {state.kind === 'signed-out' && state.reason !== 'none' ? (
          <Notice
            tone={state.reason === 'invalid' || state.reason === 'ended' ? 'red' : 'yellow'}
            title={REASONS[state.reason][0]}
            role="alert"
          >
            {REASONS[state.reason][1]}
          </Notice>
        ) : null}
        <SendForm label={undefined} onSend={send}>
          <PasswordInput
            label="API key"
            description="The console keeps the key only in its open tabs and sends it only to this service."
            value={apiKey}
            onChange={(event) => setApiKey(event.currentTarget.value)}
            error={missing ? 'Enter an API key.' : undefined}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <Button type="submit" fullWidth mt="md" loading={state.kind === 'checking'}>
            Sign in
          </Button>
        </SendForm>
        {state.kind === 'failed' ? (
          <Button variant="subtle" fullWidth mt="xs" onClick={() => signOut()}>
            Use another key
          </Button>
        ) : null}
        <p className="note">
          The operator of the service creates keys. On your machine, <code>npm start</code> prints a test key.{' '}
          <a href="/docs/integrators/quickstart.html">Read the quickstart</a>.
        </p>
      </Paper>
    </Center>
  );
}
