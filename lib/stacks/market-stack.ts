import { Stack, type StackProps } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { definition as importMarket } from '../../functions/import-market/definition.ts';
import { NOT_UPLOADS } from '../../shared/market/uploads/upload-object-names.ts';
import { sendCreatedObjects } from '../constructs/created-objects.ts';
import { functionLogs } from '../constructs/function-logs.ts';
import { QueueConsumer } from '../constructs/queue-consumer.ts';
import { publishQueue, QueueWithDeadLetters } from '../constructs/queue-with-dead-letters.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { grantUploads } from '../constructs/upload-rights.ts';
import { UploadsBucket } from '../constructs/uploads-bucket.ts';
import { MonitoringParameters } from '../monitoring/monitoring-parameters.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import { publishedResources } from '../parameters/published-resources.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';

/** Import of uploaded files of loads and contract rates, and of converted quotes: bucket, queue and import function. */
export class MarketStack extends Stack {
  constructor(scope: Construct, id: string, settings: EnvironmentSettings, props?: StackProps) {
    super(scope, id, props);
    const { bucket } = new UploadsBucket(this, 'Uploads', settings);
    new StringParameter(this, 'uploads-bucket', {
      parameterName: parameterNames(settings.name).uploadsBucket,
      stringValue: bucket.bucketName,
    });
    const uploads = new QueueWithDeadLetters(this, importMarket.queue, {
      consumerTimeoutSeconds: importMarket.timeoutSeconds,
    });
    const { queue } = uploads;
    const { queueUrl: url, queueArn: arn } = queue;
    // Converted quotes come from the stream of quotes.
    publishQueue(this, settings.name, importMarket.queue, uploads);
    const importer = new ServiceFunction(this, importMarket.function, {
      definition: importMarket,
      settings,
      resources: publishedResources(this, settings, {
        queue: (name) => (name === importMarket.queue ? { url, arn } : undefined),
      }),
      environment: { UPLOADS_BUCKET: bucket.bucketName },
    });
    grantUploads(importer.lambda, bucket);
    new QueueConsumer(this, `${importMarket.queue}-consumer`, {
      queue,
      lambda: importer.lambda,
      batchSize: importMarket.batchSize,
      maximumConcurrency:
        settings.queueExecutions?.[importMarket.function] ?? importMarket.maximumConcurrency,
      delaysRetries: true,
    });
    sendCreatedObjects(this, 'Uploaded', {
      description: 'Files of loads and contract rates in the bucket of uploads',
      bucketName: bucket.bucketName,
      key: { 'anything-but': { suffix: [...NOT_UPLOADS] } },
      to: uploads,
    });
    new MonitoringParameters(this, [importer], { market: functionLogs(this, settings) });
  }
}
