import { Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, CfnBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { definition as importMarket } from '../../functions/import-market/definition.ts';
import { NOT_UPLOADS } from '../../shared/market/uploads/upload-object-names.ts';
import { sendCreatedObjects } from '../constructs/created-objects.ts';
import { functionLogs } from '../constructs/function-logs.ts';
import { QueueConsumer } from '../constructs/queue-consumer.ts';
import { publishQueue, QueueWithDeadLetters } from '../constructs/queue-with-dead-letters.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { grantUploads } from '../constructs/upload-rights.ts';
import { MonitoringParameters } from '../monitoring/monitoring-parameters.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import { publishedResources } from '../parameters/published-resources.ts';
import type { EnvironmentSettings } from '../settings/environments.ts';

/** Applies to uploads, results and intermediate data: the uploader has the file, and its loads are in the tables. */
const RETENTION = Duration.days(7);

/**
 * The bucket for load files to import; it sends an EventBridge event for each object. It is retained when its stack is
 * deleted, so that no waiting file is lost.
 */
class UploadsBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { disposable }: EnvironmentSettings) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      // No versions: reads specify the ETag, and a deleted or replaced file must not remain.
      versioned: false,
      lifecycleRules: [
        { id: 'expire', expiration: RETENTION, abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    // The CDK would deploy a function to set this property, which CloudFormation supports.
    const resource = this.bucket.node.defaultChild;
    if (!(resource instanceof CfnBucket))
      throw new TypeError('The default child of the bucket is not a CfnBucket.');
    resource.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
    const noAccessLogs =
      'Access logs would need a second bucket, for files that expire after 7 days. IAM controls uploads, the function logs every import, and an account can record requests with CloudTrail data events.';
    Validations.of(this.bucket).acknowledge(
      { id: 'AwsSolutions-S1', reason: noAccessLogs },
      { id: 'CKV_AWS_18', reason: noAccessLogs },
      {
        id: 'CKV_AWS_21',
        reason:
          'A deleted or replaced file must not remain, because it has rates of a customer. Reads state the ETag, so that no import mixes two files.',
      },
    );
  }
}

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
