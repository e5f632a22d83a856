import { Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { REPORT_SUFFIXES, WORK_PREFIX } from '../../shared/market/uploads/upload-object-names.ts';

/** Keys that an import writes: none of them is an upload's. */
const WRITTEN = [`${WORK_PREFIX}*`, ...Object.values(REPORT_SUFFIXES).map((suffix) => `*${suffix}`)];

/** Allows a function to read uploads and to write result files. It can neither change nor delete an upload. */
export function grantUploads(lambda: LambdaFunction, bucket: Bucket): void {
  for (const [action, keys] of [
    ['s3:GetObject', ['*']],
    ['s3:PutObject', WRITTEN],
    // Of an upload in parts that fails: what was sent of the list of rejected rows is removed.
    ['s3:AbortMultipartUpload', [`*${REPORT_SUFFIXES.rejected}`]],
    // Rejected rows of an earlier file under the same key.
    ['s3:DeleteObject', [`*${REPORT_SUFFIXES.rejected}`]],
  ] as const) {
    const resources = keys.map((key) => bucket.arnForObjects(key));
    lambda.addToRolePolicy(new PolicyStatement({ actions: [action], resources }));
  }
  // Without this right, S3 reports a missing object as access denied.
  lambda.addToRolePolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }));
  acknowledgePatterns(lambda, bucket);
}

/** @param bucket in the same stack: rule packs name it by its logical id. */
function acknowledgePatterns(lambda: LambdaFunction, { bucketArn }: Bucket): void {
  const { 'Fn::GetAtt': name } = Stack.of(lambda).resolve(bucketArn) as { 'Fn::GetAtt': readonly string[] };
  for (const pattern of ['*', ...WRITTEN]) {
    Validations.of(lambda.role ?? lambda).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${name.join('.')}>/${pattern}]`,
      reason:
        'Files can be uploaded under any name, and the import reads them there. It writes intermediate data under work/, and results next to uploads: the patterns match these, and no upload.',
    });
  }
}

/** Allows a function to send to its own queue, to continue after its time limit, and to set the delay of a retry. */
export function grantOwnQueue(lambda: LambdaFunction, queue: IQueue): void {
  lambda.addToRolePolicy(
    new PolicyStatement({
      actions: ['sqs:SendMessage', 'sqs:ChangeMessageVisibility'],
      resources: [queue.queueArn],
    }),
  );
}
