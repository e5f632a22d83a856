import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, CfnBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { EnvironmentSettings } from '../settings/environments.ts';

/** Uploads, their results and what was read of them: whoever uploaded has the file, and what it told is in the tables. */
const KEPT = Duration.days(30);

/**
 * Where files of loads are put to be brought into the market; tells EventBridge of each. It outlives its stack, so that
 * no file is lost that waits.
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
      // Without versions: reads name the tag of what was uploaded, and what is deleted or replaced shall be gone.
      versioned: false,
      lifecycleRules: [
        { id: 'expire', expiration: KEPT, abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
    // The CDK would have a function of its own set what CloudFormation can.
    const resource = this.bucket.node.defaultChild;
    if (!(resource instanceof CfnBucket)) throw new TypeError('a bucket is made of something else now');
    resource.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Access logs would need a second bucket, for files that expire after 30 days: who may upload is in IAM, every import is in the log of its function, and data events of CloudTrail record requests where an account wants them.',
    });
  }
}
