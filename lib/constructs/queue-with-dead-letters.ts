import { Duration, Size, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import type { AnyQueueName, QueueName } from '../../functions/definition-types.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import type { EnvironmentName } from '../settings/environments.ts';

/** Receives of a message before it moves to the dead-letter queue. */
const MAX_RECEIVES = 8;

/** Limit of SQS (since August 2025). */
const MESSAGE_LIMIT = Size.mebibytes(1);

/** A queue with a dead-letter queue, which an alarm watches. */
export class QueueWithDeadLetters extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  /** @param consumerTimeoutSeconds of the function that consumes it. */
  constructor(scope: Construct, id: string, consumerTimeoutSeconds: number) {
    super(scope, id);
    const common = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      maxMessageSizeBytes: MESSAGE_LIMIT.toBytes(),
    };
    this.deadLetters = new Queue(this, 'DeadLetters', { ...common, retentionPeriod: Duration.days(14) });
    this.queue = new Queue(this, 'Queue', {
      ...common,
      retentionPeriod: Duration.days(4),
      // AWS recommends six times the time-out of the consuming function.
      visibilityTimeout: Duration.seconds(6 * consumerTimeoutSeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: MAX_RECEIVES },
    });
    Validations.of(this.deadLetters).acknowledge({
      id: 'Serverless-SQSRedrivePolicy',
      reason:
        'It is itself the dead-letter queue: it keeps messages for 14 days, the first raises an alarm, and an operator redrives them.',
    });
  }
}

/** A queue, or the dead-letter queue of one. */
export function queueNamed(
  queues: Readonly<Record<QueueName, QueueWithDeadLetters>>,
  name: AnyQueueName,
): Queue {
  const { queue, deadLetters } = queues[name.replace(/-dlq$/, '') as QueueName];
  return name.endsWith('-dlq') ? deadLetters : queue;
}

/** Publishes the URLs of a queue and of its dead-letter queue. @param scope a stack: other stacks name the parameters. */
export function publishQueue(
  scope: Construct,
  environment: EnvironmentName,
  name: QueueName,
  { queue, deadLetters }: QueueWithDeadLetters,
): void {
  for (const [published, { queueUrl: stringValue }] of [
    [name, queue],
    [`${name}-dlq`, deadLetters],
  ] as const) {
    const parameterName = parameterNames(environment).queueUrl(published);
    new StringParameter(scope, `${published}-url`, { parameterName, stringValue });
  }
}
