import type { Webhook } from '../api/client.ts';
import { Time } from '../format/time.tsx';
import { Facts } from '../shell/facts.tsx';
import { Panel } from '../shell/panel.tsx';
import { eventText } from './event-texts.ts';
import { HealthPanel } from './health/health-panel.tsx';
import styles from './webhooks.module.css';

/** Health and details of a webhook. */
export const OverviewTab = ({ webhook }: { readonly webhook: Webhook }) => (
  <>
    <HealthPanel webhookId={webhook.id} />
    <Panel title="Details">
      <Facts
        facts={[
          ['Address', <bdi key="url">{webhook.url}</bdi>],
          ['Receives', webhook.livemode ? 'Events of live keys' : 'Events of test keys'],
          ['Created', <Time key="created" value={webhook.createdAt} />],
          ['Changed', <Time key="changed" value={webhook.updatedAt} />],
        ]}
      />
      <h3 className={styles.heading}>Events</h3>
      <dl className={styles.explained}>
        {webhook.events.map((name) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{eventText(name)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  </>
);
