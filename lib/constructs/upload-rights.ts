import { Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { REPORT_SUFFIXES, WORK_PREFIX } from '../../shared/market/uploads/upload-object-names.ts';

/** Keys that an import writes: none of them is an upload's. */
const WRITTEN = [`${WORK_PREFIX}*`, ...Object.values(REPORT_SUFFIXES).map((suffix) => `*${suffix}`)];

/** Lets a function read uploads and write beside them: an upload itself it can neither change nor delete. */
export function grantUploads(lambda: LambdaFunction, bucket: Bucket): void {
  for (const [action, keys] of [
    ['s3:GetObject', ['*']],
    ['s3:PutObject', WRITTEN],
    // Of an upload in parts that fails: what was sent of the list of refused rows is removed.
    ['s3:AbortMultipartUpload', [`*${REPORT_SUFFIXES.refused}`]],
    // Refused rows of an earlier file under the same key.
    ['s3:DeleteObject', [`*${REPORT_SUFFIXES.refused}`]],
  ] as const) {
    const resources = keys.map((key) => bucket.arnForObjects(key));
    lambda.addToRolePolicy(new PolicyStatement({ actions: [action], resources }));
  }
  // Without it S3 does not tell an object that is not there from one that may not be read.
  lambda.addToRolePolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }));
  acknowledgePatterns(lambda, bucket);
}

/** @param bucket of the function's own stack: rule packs name it by its logical id. */
function acknowledgePatterns(lambda: LambdaFunction, { bucketArn }: Bucket): void {
  const { 'Fn::GetAtt': name } = Stack.of(lambda).resolve(bucketArn) as { 'Fn::GetAtt': readonly string[] };
  for (const pattern of ['*', ...WRITTEN]) {
    Validations.of(lambda.role ?? lambda).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${name.join('.')}>/${pattern}]`,
      reason:
        'Files are uploaded under any name, and their import reads them there. It writes what it has read under work/, and results beside uploads: the patterns name these, and no upload.',
    });
  }
}

/** Lets a function send to the queue that it works off, to go on with what its time was too short for, and say when what failed comes again. */
export function grantHandingOn(lambda: LambdaFunction, queue: IQueue): void {
  lambda.addToRolePolicy(
    new PolicyStatement({
      actions: ['sqs:SendMessage', 'sqs:ChangeMessageVisibility'],
      resources: [queue.queueArn],
    }),
  );
}
