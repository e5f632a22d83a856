import { Stack, type StackProps } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { NOT_UPLOADS } from '../../shared/market/uploads/upload-object-names.ts';
import { addFunctionErrors } from '../alarms/function-errors.ts';
import { addWaitingAlarm } from '../alarms/waiting-alarms.ts';
import { sendCreatedObjects } from '../constructs/created-objects.ts';
import { functionLogs } from '../constructs/function-logs.ts';
import { QueueConsumer } from '../constructs/queue-consumer.ts';
import { publishQueue, QueueWithDeadLetters } from '../constructs/queue-with-dead-letters.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { grantUploads } from '../constructs/upload-rights.ts';
import { UploadsBucket } from '../constructs/uploads-bucket.ts';
import { IMPORT_MARKET } from '../functions/market-functions.ts';
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
    const uploads = new QueueWithDeadLetters(this, IMPORT_MARKET.queue, {
      consumerTimeoutSeconds: IMPORT_MARKET.timeoutSeconds,
      impact: IMPORT_MARKET.impact,
      runbook: 'uploads-are-not-imported',
    });
    const { queue } = uploads;
    const { queueUrl: url, queueArn: arn } = queue;
    // Converted quotes come from the stream of quotes.
    publishQueue(this, settings.name, IMPORT_MARKET.queue, uploads);
    const importer = new ServiceFunction(this, IMPORT_MARKET.function, {
      definition: IMPORT_MARKET,
      settings,
      resources: publishedResources(this, settings, {
        queue: (name) => (name === IMPORT_MARKET.queue ? { url, arn } : undefined),
      }),
      environment: { UPLOADS_BUCKET: bucket.bucketName },
    });
    addFunctionErrors(this, [importer]);
    addWaitingAlarm(this, 'UploadsWaiting', queue, {
      happened: 'Uploads have waited in their queue for more than an hour.',
      impact: 'files and converted quotes are imported late; after 4 days their messages are lost.',
      runbook: 'uploads-are-not-imported',
    });
    grantUploads(importer.lambda, bucket);
    new QueueConsumer(this, `${IMPORT_MARKET.queue}-consumer`, {
      queue,
      lambda: importer.lambda,
      batchSize: IMPORT_MARKET.batchSize,
      maximumConcurrency: IMPORT_MARKET.maximumConcurrency,
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
