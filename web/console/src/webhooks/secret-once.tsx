import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { Notice } from '../feedback/notice.tsx';
import { CopyValue } from '../shell/copy-value.tsx';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import styles from './webhooks.module.css';

interface SecretOnceProps {
  readonly secret: string;
  /** What else applies to this secret. */
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
      <p className={styles.text}>
        Your receiver needs it to verify requests. No page and no call shows it again. If you lose it, replace
        it.
      </p>
      {children}
      <p className={styles.secret}>
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
        onLeave={() => undefined}
      />
    </Notice>
  );
}
