import { Duration, Size, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { alarmOnFirst } from '../alarms/alarm-on-first.ts';

export interface QueueWithDeadLettersProps {
  /** Of the function that works it off, in seconds. */
  readonly consumerTimeoutSeconds: number;
  /** What nobody gets while messages lie in the dead-letter queue: the alarm's text. */
  readonly impact: string;
  /** Anchor of the page in docs/runbook.md that says how they come back, where that is another one. */
  readonly runbook?: string;
}

/** Times a message is handed out before it counts as dead. */
const MOST_RECEIVES = 8;

/** SQS's own limit (since August 2025). */
const MESSAGE_LIMIT = Size.mebibytes(1);

/** A queue that keeps what cannot be worked off, and says so. */
export class QueueWithDeadLetters extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, props: QueueWithDeadLettersProps) {
    super(scope, id);
    const { consumerTimeoutSeconds, impact, runbook = 'dead-letters' } = props;
    const common = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      maxMessageSizeBytes: MESSAGE_LIMIT.toBytes(),
    };
    this.deadLetters = new Queue(this, 'DeadLetters', { ...common, retentionPeriod: Duration.days(14) });
    this.queue = new Queue(this, 'Queue', {
      ...common,
      retentionPeriod: Duration.days(4),
      // AWS's advice for a function's source: six times its time-out.
      visibilityTimeout: Duration.seconds(6 * consumerTimeoutSeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: MOST_RECEIVES },
    });
    alarmOnFirst(
      this,
      'DeadLettersAlarm',
      this.deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum' }),
      {
        severity: 'ticket',
        happened: `Messages of the queue ${id} could not be worked off.`,
        impact,
        runbook,
      },
    );
    Validations.of(this.deadLetters).acknowledge({
      id: 'Serverless-SQSRedrivePolicy',
      reason:
        'It is itself where dead letters end: kept 14 days, with an alarm on the first, and sent back by an operator.',
    });
  }
}
