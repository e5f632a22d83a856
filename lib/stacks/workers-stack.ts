import { Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, type IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  CfnBucket,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { ReceiptRuleSet, TlsPolicy } from 'aws-cdk-lib/aws-ses';
import { S3 as StoreMail } from 'aws-cdk-lib/aws-ses-actions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import type { AnyQueueName, FunctionDefinition, QueueName } from '../../functions/definition-types.ts';
import { definition as deliverWebhook } from '../../functions/deliver-webhook/definition.ts';
import { definition as dispatchEvent } from '../../functions/dispatch-event/definition.ts';
import { definition as importMarket } from '../../functions/import-market/definition.ts';
import { definition as priceRfpLanes } from '../../functions/price-rfp-lanes/definition.ts';
import { definition as publishQuoteEvents } from '../../functions/publish-quote-events/definition.ts';
import { definition as publishRfpChanges } from '../../functions/publish-rfp-changes/definition.ts';
import { definition as receiveMail } from '../../functions/receive-mail/definition.ts';
import { definition as retryWebhook } from '../../functions/retry-webhook/definition.ts';
import { definition as sweepDueDeliveries } from '../../functions/sweep-due-deliveries/definition.ts';
import { CHAT_ID_PREFIX } from '../../shared/chats/chat.ts';
import { RFP_ID_PREFIX } from '../../shared/rfps/record/stored-rfp.ts';
import { NOT_UPLOADS, RFP_FILE_SUFFIXES } from '../../shared/uploads/upload-key.ts';
import { addDeliveryAlarms, addDeliveryObjective } from '../alarms/objective-alarms.ts';
import { CanaryRelease } from '../constructs/canary-release.ts';
import { publishQueue, QueueWithDeadLetters, queueNamed } from '../constructs/queue-with-dead-letters.ts';
import { removalPolicyOf } from '../constructs/retention.ts';
import { Schedules } from '../constructs/schedules.ts';
import { acknowledgeNoDeadLetterQueue, ServiceFunction } from '../constructs/service-function.ts';
import { TableStreamConsumer } from '../constructs/table-stream-consumer.ts';
import { grantMails, grantUploads } from '../constructs/upload-rights.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import { publishedResources } from '../parameters/published-resources.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';

const CONSUMERS = [dispatchEvent, deliverWebhook, retryWebhook, importMarket, priceRfpLanes];
/** Consumers that set the delay of a retry themselves. */
const DELAY_RETRIES: readonly FunctionDefinition[] = [importMarket, priceRfpLanes];

/** Applies to uploads, results and intermediate data: the uploader has the file, and its loads are in the tables. */
const RETENTION = Duration.days(7);
/** A mail is in its chat after seconds. */
const MAIL_RETENTION = Duration.days(1);

interface CreatedObjects {
  readonly description: string;
  readonly bucket: Bucket;
  /** EventBridge pattern of the object keys; absent: all. */
  readonly key?: Readonly<Record<string, unknown>>;
  readonly to: QueueWithDeadLetters;
}

/** What no caller waits for: queues, table streams and a schedule, and the functions that they call. */
export class WorkersStack extends Stack {
  readonly functions: readonly ServiceFunction[];
  readonly queues: Readonly<Record<QueueName, QueueWithDeadLetters>>;

  constructor(scope: Construct, id: string, settings: EnvironmentSettings, props?: StackProps) {
    super(scope, id, props);
    const names = parameterNames(settings.name);
    const all = settings.mailDomain === undefined ? CONSUMERS : [...CONSUMERS, receiveMail];
    const queues = Object.fromEntries(
      all.map(({ queue, timeoutSeconds }) => [queue, new QueueWithDeadLetters(this, queue, timeoutSeconds)]),
    ) as Record<QueueName, QueueWithDeadLetters>;
    this.queues = queues;
    for (const { queue } of all) publishQueue(this, settings.name, queue, queues[queue]);
    const queueOf = (name: AnyQueueName) => {
      const { queueUrl: url, queueArn: arn } = queueNamed(queues, name);
      return { url, arn };
    };

    new ManagedPolicy(this, 'EventSenders', {
      description: 'Sends events to the events queue; for the roles of other products that publish events',
      statements: [
        new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queues.events.queue.queueArn] }),
      ],
    });
    const uploads = createBucket(this, 'Uploads', settings, RETENTION);
    new StringParameter(this, 'uploads-bucket', {
      parameterName: names.uploadsBucket,
      stringValue: uploads.bucketName,
    });

    const resources = publishedResources(this, settings, {
      queue: queueOf,
      uploadsBucket: uploads.bucketName,
    });
    const mails =
      settings.mailDomain === undefined ? undefined : this.receiveMails(settings.mailDomain, settings);
    const environments: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      ...(mails && {
        [receiveMail.function]: {
          MAIL_BUCKET: mails.bucketName,
          TERMINALS_REFRESH_SECONDS: String(settings.terminalsRefreshSeconds),
        },
      }),
      [importMarket.function]: { UPLOADS_BUCKET: uploads.bucketName },
      [priceRfpLanes.function]: {
        RFP_WORK_URL: queues['rfp-work'].queue.queueUrl,
        TERMINALS_REFRESH_SECONDS: String(settings.terminalsRefreshSeconds),
        MARKET_REFRESH_SECONDS: String(settings.marketRefreshSeconds),
      },
    };
    const serviceFunction = (definition: FunctionDefinition) => {
      const environment = environments[definition.function] ?? {};
      return new ServiceFunction(this, definition.function, { definition, settings, resources, environment });
    };
    const consumers = all.map((definition) => ({ definition, consumer: serviceFunction(definition) }));
    const quotes = serviceFunction(publishQuoteEvents);
    const rfps = serviceFunction(publishRfpChanges);
    const released = [...consumers.map(({ consumer }) => consumer), quotes, rfps];
    // Without the sweep: it runs once a minute, and 10% of five runs is too small a sample.
    const release =
      settings.release === 'direct' ? undefined : new CanaryRelease(this, 'Release', settings, released);

    for (const { definition, consumer } of consumers) {
      const { queue, batchSize, maximumConcurrency } = definition;
      new QueueConsumer(this, `${queue}-consumer`, {
        queue: queues[queue].queue,
        lambda: consumer.lambda,
        target: release?.aliasOf(consumer),
        batchSize,
        maximumConcurrency: settings.queueExecutions?.[definition.function] ?? maximumConcurrency,
        delaysRetries: DELAY_RETRIES.includes(definition),
      });
      if (definition === importMarket) grantUploads(consumer.lambda, uploads);
      if (definition === receiveMail && mails) grantMails(consumer.lambda, mails);
    }
    this.sendObjects('Uploaded', {
      description: 'Files of loads and contract rates in the bucket of uploads',
      bucket: uploads,
      key: { 'anything-but': { suffix: [...NOT_UPLOADS] } },
      to: queues.uploads,
    });
    this.sendObjects('Sent', {
      description: 'Files of lanes in the bucket of uploads',
      bucket: uploads,
      key: { suffix: RFP_FILE_SUFFIXES.lanes },
      to: queues['rfp-work'],
    });
    if (mails) {
      const description = 'Mails that Amazon SES stored';
      this.sendObjects('Mailed', { description, bucket: mails, to: queues.mails });
    }
    const streamOf = (table: 'quotes' | 'rfps') =>
      StringParameter.valueForStringParameter(this, names.streamArn(table));
    new TableStreamConsumer(this, 'quotes-stream', {
      streamArn: streamOf('quotes'),
      function: quotes,
      target: release?.aliasOf(quotes),
      // Only the quote item: list rows, details and counters produce no events.
      keys: { sk: { S: ['quote'] } },
    });
    new TableStreamConsumer(this, 'rfps-stream', {
      streamArn: streamOf('rfps'),
      function: rfps,
      target: release?.aliasOf(rfps),
      // Only heads of RFPs and chats: lanes and results produce neither work nor events.
      keys: { sk: { S: [{ prefix: RFP_ID_PREFIX }, { prefix: CHAT_ID_PREFIX }] } },
    });
    const sweep = serviceFunction(sweepDueDeliveries);
    new Schedules(this, 'Schedules').add(sweep, sweepDueDeliveries.schedule);
    this.functions = [...released, sweep];

    const senders = this.functions
      .filter(({ definition }) => definition.webhookReceivers)
      .map(({ lambda }) => lambda);
    addDeliveryObjective(new Construct(this, 'Objective'), senders);
    addDeliveryAlarms(this, {
      sweep: sweep.lambda,
      publisher: quotes.lambda,
      senders,
      events: queues.events.queue,
    });
  }

  /**
   * The bucket into which Amazon SES writes mails for a domain. An account and region have one active set of rules, which
   * CloudFormation cannot choose: the operator activates it once.
   */
  private receiveMails(domain: string, settings: EnvironmentSettings): Bucket {
    const bucket = createBucket(this, 'Mails', settings, MAIL_RETENTION);
    new StringParameter(this, 'mail-bucket', {
      parameterName: parameterNames(settings.name).mailBucket,
      stringValue: bucket.bucketName,
    });
    new ReceiptRuleSet(this, 'MailRules', {
      receiptRuleSetName: `freight-${settings.name}`,
      rules: [
        {
          recipients: [domain],
          scanEnabled: true,
          tlsPolicy: TlsPolicy.REQUIRE,
          actions: [new StoreMail({ bucket: bucket as IBucket })],
        },
      ],
    });
    return bucket;
  }

  /** Sends a message for each created object. EventBridge can exclude keys by their suffix; S3 notifications to a queue cannot. */
  private sendObjects(id: string, { description, bucket, key, to }: CreatedObjects): void {
    new Rule(this, id, {
      description,
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [bucket.bucketName] }, ...(key && { object: { key: [key] } }) },
      },
      targets: [new SqsQueue(to.queue, { deadLetterQueue: to.deadLetters })],
    });
  }
}

/**
 * A bucket of files that others send; it sends an EventBridge event for each object. It is retained when its stack is
 * deleted, so that no waiting file is lost.
 */
function createBucket(
  scope: Construct,
  id: string,
  settings: EnvironmentSettings,
  expiration: Duration,
): Bucket {
  const bucket = new Bucket(new Construct(scope, id), 'Bucket', {
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    // No versions: reads specify the ETag, and a deleted or replaced file must not remain.
    versioned: false,
    lifecycleRules: [{ id: 'expire', expiration, abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    removalPolicy: removalPolicyOf(settings),
  });
  // The CDK would deploy a function to set this property, which CloudFormation supports.
  const resource = bucket.node.defaultChild;
  if (!(resource instanceof CfnBucket))
    throw new TypeError('The default child of the bucket is not a CfnBucket.');
  resource.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason:
      'Access logs would need a second bucket, for files that expire after days. IAM controls uploads, a function logs each file that it reads, and an account can record requests with CloudTrail data events.',
  });
  return bucket;
}

export interface QueueConsumerProps {
  readonly queue: IQueue;
  readonly lambda: IFunction;
  /** The alias to call, if not the function itself. */
  readonly target?: IFunction | undefined;
  readonly batchSize: number;
  readonly maximumConcurrency: number;
  /** The function sets the delay of a retry itself. */
  readonly delaysRetries?: boolean;
}

/** Connects a function to a queue. Only the messages that it reports as failed are delivered again. */
class QueueConsumer extends Construct {
  constructor(scope: Construct, id: string, props: QueueConsumerProps) {
    super(scope, id);
    const { queue, lambda, target = lambda, batchSize, maximumConcurrency, delaysRetries = false } = props;
    lambda.addToRolePolicy(
      new PolicyStatement({
        actions: [
          'sqs:ReceiveMessage',
          'sqs:DeleteMessage',
          'sqs:GetQueueAttributes',
          ...(delaysRetries ? ['sqs:ChangeMessageVisibility'] : []),
        ],
        resources: [queue.queueArn],
      }),
    );
    const mapping = new EventSourceMapping(this, 'Mapping', {
      target,
      eventSourceArn: queue.queueArn,
      batchSize,
      maxConcurrency: maximumConcurrency,
      reportBatchItemFailures: true,
    });
    const reason =
      'SQS keeps a message until the function has processed it: after eight failures the redrive policy moves it to the dead-letter queue, which raises an alarm.';
    Validations.of(mapping).acknowledge({ id: 'Serverless-LambdaEventSourceMappingDestination', reason });
    acknowledgeNoDeadLetterQueue(lambda, reason);
    // Lambda rejects the mapping until the role can read the queue.
    if (lambda.role) mapping.node.addDependency(lambda.role);
  }
}
