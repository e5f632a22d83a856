import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { RotatedWebhook, Webhook } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { CopyValue } from '../shell/buttons.tsx';
import { ConfirmButton, LeaveGuard } from '../shell/dialog.tsx';
import { Notice } from '../shell/feedback.tsx';
import { Panel, Time } from '../shell/page.tsx';
import { useWebhookChange } from './webhook-state.tsx';
import styles from './webhooks.module.css';

const SIGNED_HEADERS = {
  'webhook-id': 'Id of the event, the same on each attempt and each redelivery. Process each id once.',
  'webhook-timestamp':
    'Time of the attempt, in seconds since 1970. Reject more than 5 minutes of difference.',
  'webhook-signature': 'HMAC-SHA256 of id, timestamp and body; two of them after the secret was replaced.',
};

const ReceiverPanel = ({ orgId }: { readonly orgId: string }) => (
  <Panel
    title="Receiver"
    note={
      <>
        The headers of each request. Complete receivers are in the documentation:{' '}
        <a href="/docs/integrators/receiving-webhooks.html" target="_blank" rel="noopener">
          receiving webhooks
        </a>
        .
      </>
    }
  >
    <dl className={styles.explained}>
      {Object.entries(SIGNED_HEADERS).map(([name, text]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <p className="copyable">
      <span className="dimmed">Organization id (orgId)</span> <code>{orgId}</code>
      <CopyValue value={orgId} what="the organization id" />
    </p>
  </Panel>
);

export function SecretTab({ webhook }: { readonly webhook: Webhook }) {
  const { canWrite } = useSession();
  return (
    <>
      {canWrite ? <SecretPanel webhook={webhook} /> : null}
      <ReceiverPanel orgId={webhook.orgId} />
    </>
  );
}

function SecretPanel({ webhook }: { readonly webhook: Webhook }) {
  const { client } = useSession();
  const queries = useQueryClient();
  const [rotated, setRotated] = useState<RotatedWebhook>();
  const [overlapEnd, setOverlapEnd] = useState<string>();
  const change = useWebhookChange(webhook.id);
  return (
    <Panel
      title="Signing secret"
      note="Each request has a signature. Your receiver checks it with the secret, so that only this service can send events."
    >
      {rotated === undefined ? (
        <>
          {overlapEnd === undefined ? (
            <p className="text">
              The secret is stored encrypted and cannot be shown. Replace it if you lost it or if it has
              leaked.
            </p>
          ) : (
            <p className="text" role="status">
              The secret was replaced. The previous one stays valid until <Time value={overlapEnd} />.
            </p>
          )}
          <ConfirmButton
            label="Replace the secret"
            title="Replace the signing secret?"
            confirm="Replace"
            lostAdvice="The secret may have been replaced. Check your network, then replace it again and change your receiver immediately."
            // A repeated open of this tab does not show the secret again.
            run={async () => setRotated(await change(client.webhooks.rotateSecret(webhook.id)))}
          >
            You get a new secret, which is shown once. For 24 hours, each request has two signatures: one of
            the new and one of the previous secret. Change your receiver within this time, and no event is
            lost. At most two secrets are valid: to end a leaked secret immediately, replace it twice.
          </ConfirmButton>
        </>
      ) : (
        <SecretOnce
          secret={rotated.secret}
          onStored={() => {
            setOverlapEnd(rotated.previousSecretExpiresAt);
            setRotated(undefined);
            // The rotation changed the webhook. Not before: an error of this read would hide the secret.
            void queries.invalidateQueries({ queryKey: ['webhooks', 'one', webhook.id] });
          }}
        >
          <p className="text">
            The previous secret stays valid until <Time value={rotated.previousSecretExpiresAt} />. Until
            then, requests have a signature of each.
          </p>
        </SecretOnce>
      )}
    </Panel>
  );
}

interface SecretOnceProps {
  readonly secret: string;
  readonly children?: ReactNode;
  onStored(): void;
}

/** A new signing secret. Only this element has it: not the address, not the storage of the browser. */
export function SecretOnce({ secret, children, onStored }: SecretOnceProps) {
  const [isStored, setStored] = useState(false);
  // An effect: the guard must know first that the secret is stored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after the click
  useEffect(() => {
    if (isStored) onStored();
  }, [isStored]);
  return (
    <Notice tone="yellow" title="Copy the signing secret now: it is shown once" role="alert">
      <p className="text">
        Your receiver needs it to verify requests. No page and no call shows it again. If you lose it, replace
        it.
      </p>
      {children}
      <p className="copyable">
        <code data-secret="true">{secret}</code>
        <CopyValue value={secret} what="the signing secret" />
      </p>
      <Button size="sm" onClick={() => setStored(true)}>
        I stored the secret
      </Button>
      <LeaveGuard
        hasChanges={!isStored}
        coversTabs
        text="The signing secret is not shown again. If you did not store it, you have to replace it."
      />
    </Notice>
  );
}
