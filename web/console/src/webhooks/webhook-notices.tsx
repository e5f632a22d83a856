import type { Webhook } from '../api/client.ts';
import { Notice } from '../feedback/notice.tsx';
import { Time } from '../format/time.tsx';
import styles from './webhooks.module.css';

/** Problems of the address that do not prevent registration. */
export const Warnings = ({ warnings }: Pick<Webhook, 'warnings'>) =>
  warnings.length === 0 ? null : (
    <Notice tone="yellow" title="Check the address">
      <ul className={styles.list}>
        {warnings.map((warning) => (
          <li key={warning}>
            <bdi>{warning}</bdi>
          </li>
        ))}
      </ul>
    </Notice>
  );

/** Why a webhook receives nothing; nothing if it is active. */
export const DisabledNotice = ({ webhook }: { readonly webhook: Webhook }) =>
  webhook.enabled ? null : (
    <Notice tone="red" title="This webhook is disabled: no events are sent to it">
      {webhook.disabledReason === undefined ? null : (
        <p className={styles.text}>
          <bdi>{webhook.disabledReason}</bdi>
        </p>
      )}
      <p className={styles.text}>
        {webhook.disabledAt === undefined ? null : (
          <>
            Since <Time value={webhook.disabledAt} />.{' '}
          </>
        )}
        To receive events again, send a test event, enable the webhook in the tab Settings, then recover what
        failed.
      </p>
    </Notice>
  );
