import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { CopyValue } from '../shell/copy-value.tsx';
import { Panel } from '../shell/panel.tsx';
import { RECEIVERS, SIGNED_HEADERS } from './receiver-code.ts';
import { TextBlock } from './text-block.tsx';
import styles from './webhooks.module.css';

/** What a receiver needs to verify requests. */
export function ReceiverPanel({ orgId }: { readonly orgId: string }) {
  const [language, setLanguage] = useState<string>(RECEIVERS[0].language);
  const { code, start } = RECEIVERS.find((receiver) => receiver.language === language) ?? RECEIVERS[0];
  return (
    <Panel
      title="Receiver"
      note="A complete receiver to start with. It rejects requests without a valid signature, and processes each event once."
    >
      <p className={styles.value}>
        <span className={styles.soft}>Organization id (orgId)</span> <code>{orgId}</code>
        <CopyValue value={orgId} what="the organization id" />
      </p>
      <h3 className={styles.heading}>Headers of each request</h3>
      <dl className={styles.explained}>
        {SIGNED_HEADERS.map(([name, text]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.heading}>Code</h3>
      <div className={styles.code_head}>
        <SegmentedControl
          aria-label="Language"
          data={RECEIVERS.map((receiver) => receiver.language)}
          value={language}
          onChange={setLanguage}
        />
        <CopyValue value={code} what="the code" />
      </div>
      <TextBlock label={`Receiver in ${language}`} text={code} />
      <p className={styles.note}>
        Start it with <code>{start}</code>. The secret stays in its environment, not in the code.{' '}
        <a href="/docs/integrators/receiving-webhooks.html" target="_blank" rel="noopener">
          More about receivers
        </a>
      </p>
    </Panel>
  );
}
