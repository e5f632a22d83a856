import { Button, Group, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { KeyName } from './key-name.tsx';
import { DEFAULT_OVERLAP, missingScopes, OVERLAPS, scopeNames } from './key-rules.ts';
import { KeySecret } from './key-secret.tsx';
import styles from './keys-page.module.css';

interface RotateKeyProps {
  readonly apiKey: ApiKey;
  /** While the dialog must stay open: the answer has the only copy of the key. */
  onLock(isLocked: boolean): void;
  onClose(): void;
}

/** Replaces a key by a new one, and then shows the new key. */
export function RotateKey({ apiKey, onLock, onClose }: RotateKeyProps) {
  const { client, organization, signOut } = useSession();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const [overlap, setOverlap] = useState(DEFAULT_OVERLAP);
  const isOwn = apiKey.id === organization.keyId;
  const rotation = useMutation({
    mutationFn: (overlapHours: number) =>
      client.keys.rotate(
        apiKey.id,
        { overlapHours },
        { idempotencyKey: keyFor({ id: apiKey.id, overlapHours }) },
      ),
    onMutate: () => onLock(true),
    onError: () => onLock(false),
    // A 401 to the ended key of this session would close the dialog with the new key.
    onSettled: () => (isOwn ? undefined : queries.invalidateQueries({ queryKey: ['settings'] })),
    // The answer contains the key.
    gcTime: 0,
  });
  const send = () => rotation.mutate(Number(overlap));
  const missing = missingScopes(apiKey, organization.scopes);
  if (rotation.isSuccess) {
    return (
      <KeySecret
        apiKey={rotation.data.apiKey}
        next={
          isOwn ? 'Then the console asks for the new key, because you signed in with the old one.' : undefined
        }
        onDone={() => (isOwn ? signOut('rotated') : onClose())}
      />
    );
  }
  if (missing.length > 0) {
    return (
      <>
        <p className={styles.text}>
          <KeyName apiKey={apiKey} /> has a scope that your key does not have: {scopeNames(missing)}. A key
          with all of its scopes can rotate it. You can delete it.
        </p>
        <Group justify="flex-end">
          <Button onClick={onClose}>Close</Button>
        </Group>
      </>
    );
  }
  return (
    <div className={styles.form}>
      <p className={styles.text}>
        A new key replaces <KeyName apiKey={apiKey} />. It has the same name, scopes and expiry. A key can be
        rotated once.
      </p>
      {isOwn ? (
        <p className={styles.text}>
          <strong>You are signed in with this key.</strong> After the rotation, the console asks for the new
          key.
        </p>
      ) : null}
      <NativeSelect
        label="How long the old key still works"
        description="Change your programs to the new key in this time."
        data={[...OVERLAPS]}
        value={overlap}
        onChange={(event) => setOverlap(event.currentTarget.value)}
      />
      {rotation.isError ? <ErrorNotice error={rotation.error} onRetry={send} /> : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus disabled={rotation.isPending}>
          Cancel
        </Button>
        <Button loading={rotation.isPending} onClick={send}>
          Rotate the key
        </Button>
      </Group>
    </div>
  );
}
