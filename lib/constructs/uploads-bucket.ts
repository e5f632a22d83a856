import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, CfnBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { EnvironmentSettings } from '../settings/environments.ts';

/** Applies to uploads, results and intermediate data: the uploader has the file, and its loads are in the tables. */
const RETENTION = Duration.days(7);

/**
 * The bucket for load files to import; it sends an EventBridge event for each object. It is retained when its stack is
 * deleted, so that no waiting file is lost.
 */
export class UploadsBucket extends Construct {
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
