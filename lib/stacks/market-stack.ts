import { Stack, type StackProps } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { NOT_UPLOADS } from '../../shared/market/uploads/upload-object-names.ts';
import { QueueConsumer } from '../constructs/queue-consumer.ts';
import { QueueWithDeadLetters } from '../constructs/queue-with-dead-letters.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { grantHandingOn, grantUploads } from '../constructs/upload-rights.ts';
import { UploadsBucket } from '../constructs/uploads-bucket.ts';
import { IMPORT_MARKET } from '../functions/market-functions.ts';
import { PublishedWatch } from '../monitoring/published-watch.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import { publishedResources } from '../parameters/published-resources.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';

/** The road of uploaded files of loads into the market: a bucket, a queue of what came, and what works it off. */
export class MarketStack extends Stack {
  constructor(scope: Construct, id: string, settings: EnvironmentSettings, props?: StackProps) {
    super(scope, id, props);
    const { bucket } = new UploadsBucket(this, 'Uploads', settings);
    new StringParameter(this, 'uploads-bucket', {
      parameterName: parameterNames(settings.name).uploadsBucket,
      stringValue: bucket.bucketName,
    });
    const { queue, deadLetters } = new QueueWithDeadLetters(this, 'uploads', {
      consumerTimeoutSeconds: IMPORT_MARKET.timeoutSeconds,
      impact: IMPORT_MARKET.impact,
      runbook: 'uploads-are-not-brought-in',
    });
    const importer = new ServiceFunction(this, IMPORT_MARKET.function, {
      definition: IMPORT_MARKET,
      settings,
      resources: publishedResources(this, settings),
      environment: { UPLOADS_BUCKET: bucket.bucketName, UPLOADS_URL: queue.queueUrl },
      handsOn: true,
    });
    grantUploads(importer.lambda, bucket);
    grantHandingOn(importer.lambda, queue);
    new QueueConsumer(this, 'uploads-consumer', {
      queue,
      lambda: importer.lambda,
      batchSize: IMPORT_MARKET.batchSize,
      maximumConcurrency: IMPORT_MARKET.maximumConcurrency,
    });
    // By EventBridge, which can leave out what imports write; the bucket itself would tell the queue of all that, too.
    new Rule(this, 'Uploaded', {
      description: 'Files of loads that were put in the bucket of uploads',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: {
          bucket: { name: [bucket.bucketName] },
          object: { key: [{ 'anything-but': { suffix: [...NOT_UPLOADS] } }] },
        },
      },
      targets: [new SqsQueue(queue, { deadLetterQueue: deadLetters })],
    });
    new PublishedWatch(this, [importer], { market: [importer.logGroup] });
  }
}
