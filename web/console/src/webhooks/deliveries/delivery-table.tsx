import { Link } from 'react-router';
import type { Delivery } from '../../api/client.ts';
import { Empty } from '../../feedback/empty.tsx';
import { Time } from '../../format/time.tsx';
import { DataTable } from '../../shell/data-table.tsx';
import { DeliveryState } from '../webhook-state.tsx';
import styles from './deliveries.module.css';

interface DeliveryTableProps {
  readonly deliveries: readonly Delivery[];
  /** Shown without deliveries. */
  readonly empty: { readonly title: string; readonly text?: string };
}

export const deliveryPath = ({ webhookId, id }: Pick<Delivery, 'webhookId' | 'id'>): string =>
  `/webhooks/${encodeURIComponent(webhookId)}/deliveries/${encodeURIComponent(id)}`;

/** Deliveries of a webhook. */
export const DeliveryTable = ({ deliveries, empty: { title, text } }: DeliveryTableProps) =>
  deliveries.length === 0 ? (
    <Empty title={title}>{text === undefined ? null : <p>{text}</p>}</Empty>
  ) : (
    <DataTable
      caption="Deliveries"
      rows={deliveries}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Created',
          isHeader: true,
          cell: (delivery) => (
            <Link to={deliveryPath(delivery)}>
              <Time value={delivery.createdAt} />
            </Link>
          ),
        },
        { title: 'Event', cell: (delivery) => <EventOf delivery={delivery} /> },
        { title: 'Status', cell: (delivery) => <StatusOf delivery={delivery} /> },
        {
          title: 'Attempts',
          isNumber: true,
          isMinor: true,
          cell: ({ attempts, maxAttempts }) => `${attempts} of ${maxAttempts}`,
        },
        {
          title: 'Last answer',
          isNumber: true,
          isMinor: true,
          cell: ({ lastResponseStatus }) => lastResponseStatus ?? 'None',
        },
      ]}
    />
  );

const EventOf = ({
  delivery: { event, test, redeliveryOf, redeliveredBy },
}: {
  readonly delivery: Delivery;
}) => (
  <>
    <code>{event}</code>
    {test ? <span className={styles.small}>Test</span> : null}
    {redeliveryOf === undefined ? null : <span className={styles.small}>Sent again</span>}
    {redeliveredBy === undefined ? null : <span className={styles.small}>Was sent again</span>}
  </>
);

const StatusOf = ({ delivery: { status, reason, nextAttemptAt } }: { readonly delivery: Delivery }) => (
  <>
    <DeliveryState status={status} />
    {reason === undefined ? null : (
      <span className={styles.small}>
        <bdi>{reason}</bdi>
      </span>
    )}
    {nextAttemptAt === undefined ? null : (
      <span className={styles.small}>
        Next attempt <Time value={nextAttemptAt} />
      </span>
    )}
  </>
);
