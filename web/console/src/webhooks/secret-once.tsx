import { Button } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Notice } from '../feedback/notice.tsx';
import { CopyValue } from '../shell/copy-value.tsx';
import styles from './webhooks.module.css';

interface SecretOnceProps {
  readonly secret: string;
  /** What else applies to this secret. */
  readonly children?: ReactNode;
  onStored(): void;
}

/** A new signing secret. Only this element has it: not the address, not the storage of the browser. */
export function SecretOnce({ secret, children, onStored }: SecretOnceProps) {
  // The browser asks before a reload or a closed tab loses the secret.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    <Notice tone="yellow" title="Copy the signing secret now: it is shown once" role="alert">
      <p className={styles.text}>
        Your receiver needs it to verify requests. No page and no call shows it again. If you lose it, replace
        it.
      </p>
      {children}
      <p className={styles.secret}>
        <code data-secret="true">{secret}</code>
        <CopyValue value={secret} what="the signing secret" />
      </p>
      <Button size="sm" onClick={onStored}>
        I stored the secret
      </Button>
    </Notice>
  );
}
