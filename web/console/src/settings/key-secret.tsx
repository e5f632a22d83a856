import { Button, CopyButton, Group } from '@mantine/core';
import { Notice } from '../feedback/notice.tsx';
import styles from './keys-page.module.css';

interface KeySecretProps {
  /** Undefined if the answer with the key was lost: the service does not repeat it. */
  readonly apiKey: string | undefined;
  /** What happens after the dialog. */
  readonly next?: string | undefined;
  onDone(): void;
}

/** A new key, which is shown only once. It is not stored. */
export const KeySecret = ({ apiKey, next, onDone }: KeySecretProps) =>
  apiKey === undefined ? (
    <>
      <Notice tone="red" title="The key exists, but it cannot be shown" role="alert">
        The connection was lost while the service sent the key, and the service sends it only once. Delete the
        key and create another one.
      </Notice>
      <Group justify="flex-end">
        <Button onClick={onDone}>Close</Button>
      </Group>
    </>
  ) : (
    <>
      <p className={styles.text}>Copy the key now. Neither the console nor the service can show it again.</p>
      <p className={styles.secret}>
        <code>{apiKey}</code>
      </p>
      {next === undefined ? null : <p className={styles.text}>{next}</p>}
      <Group justify="flex-end">
        <CopyButton value={apiKey} timeout={5_000}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} data-autofocus>
              {copied ? 'Copied' : 'Copy the key'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>I stored the key</Button>
      </Group>
    </>
  );
