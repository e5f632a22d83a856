import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiKey } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { dayText } from '../format/dates.ts';
import { KeyName } from './key-name.tsx';
import { isLastAdmin, permitted } from './key-rules.ts';
import styles from './keys-page.module.css';

interface DeleteKeyProps {
  readonly apiKey: ApiKey;
  readonly keys: readonly ApiKey[];
  onClose(): void;
}

/** Asks before a key is deleted, and states what stops working. */
export function DeleteKey({ apiKey, keys, onClose }: DeleteKeyProps) {
  const { client, organization, signOut } = useSession();
  const queries = useQueryClient();
  const isOwn = apiKey.id === organization.keyId;
  const deletion = useMutation({
    mutationFn: () => client.keys.delete(apiKey.id),
    onSuccess: async () => {
      if (isOwn) signOut('deleted');
      else {
        await queries.invalidateQueries({ queryKey: ['settings'] });
        onClose();
      }
    },
  });
  if (isLastAdmin(apiKey, keys)) {
    return (
      <>
        <p className={styles.text}>
          <KeyName apiKey={apiKey} /> is the only key with the scope admin that does not expire. Without it,
          no key could create keys. Create another such key first, or rotate this key.
        </p>
        <Group justify="flex-end">
          <Button onClick={onClose}>Close</Button>
        </Group>
      </>
    );
  }
  return (
    <>
      <p className={styles.text}>
        Programs that use <KeyName apiKey={apiKey} /> stop working within a minute. They can no longer:
      </p>
      <ul className={styles.permits}>
        {permitted(apiKey.scopes).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className={styles.text}>
        {apiKey.lastUsedOn === null
          ? 'No use of the key is recorded.'
          : `The key was last used on ${dayText(apiKey.lastUsedOn)} (UTC).`}{' '}
        A deleted key cannot be restored.
      </p>
      {isOwn ? (
        <p className={styles.text}>
          <strong>You are signed in with this key.</strong> The deletion ends your session.
        </p>
      ) : null}
      {deletion.isError ? <ErrorNotice error={deletion.error} onRetry={() => deletion.mutate()} /> : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="var(--console-danger)" loading={deletion.isPending} onClick={() => deletion.mutate()}>
          Delete the key
        </Button>
      </Group>
    </>
  );
}
