import { Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { UploadsUse } from '../../functions/definition-types.ts';
import {
  CHAT_FILE_SUFFIX,
  ORGANIZATIONS_PREFIX,
  RECORD_SUFFIX,
  REJECTED_SUFFIX,
  RFP_FILE_SUFFIXES,
  UPLOAD_FOLDERS,
  WORK_PREFIX,
} from '../../shared/uploads/upload-key.ts';

/** Keys that an import writes: none of them is an upload's. */
const WRITTEN = [`${WORK_PREFIX}*`, `*${RECORD_SUFFIX}`, `*${REJECTED_SUFFIX}`];

/** Allows a function to read uploads and to write their records. It can neither change nor delete an upload. */
export function grantUploads(lambda: LambdaFunction, bucket: Bucket): void {
  for (const [action, keys] of [
    ['s3:GetObject', ['*']],
    ['s3:PutObject', WRITTEN],
    // Of an upload in parts that fails: what was sent of the list of rejected rows is removed.
    ['s3:AbortMultipartUpload', [`*${REJECTED_SUFFIX}`]],
    // Rejected rows of an earlier file under the same key.
    ['s3:DeleteObject', [`*${REJECTED_SUFFIX}`]],
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
  acknowledge(
    lambda,
    ['*', ...WRITTEN].map((pattern) => `<${name.join('.')}>/${pattern}`),
    'Files can be uploaded under any name, and the import reads them there. It writes intermediate data under work/, and records next to uploads: the patterns match these, and no upload.',
  );
}

function acknowledge(lambda: LambdaFunction, resources: readonly string[], reason: string): void {
  for (const resource of resources) {
    const id = `AwsSolutions-IAM5[Resource::${resource}]`;
    Validations.of(lambda.role ?? lambda).acknowledge({ id, reason });
  }
}

/** Allows a function to read the mails that Amazon SES wrote. It names each in lower-case letters and digits. */
export function grantMails(lambda: LambdaFunction, bucket: Bucket): void {
  lambda.addToRolePolicy(
    new PolicyStatement({ actions: ['s3:GetObject'], resources: [bucket.arnForObjects('*')] }),
  );
  // Without this right, S3 reports an expired mail as access denied.
  lambda.addToRolePolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }));
  const { 'Fn::GetAtt': name } = Stack.of(lambda).resolve(bucket.bucketArn) as {
    'Fn::GetAtt': readonly string[];
  };
  acknowledge(
    lambda,
    [`<${name.join('.')}>/*`],
    'Amazon SES chooses the names of mails. The bucket has nothing else.',
  );
}

/** Uploads that the API announced: `?` is one character of the id. */
const announcedIn = (folder: string) => `${ORGANIZATIONS_PREFIX}*/${folder}upl_${'?'.repeat(27)}.csv`;
const ANNOUNCED = announcedIn(UPLOAD_FOLDERS.loads);
const ANNOUNCED_QUOTES = announcedIn(UPLOAD_FOLDERS.quotes);
const ANNOUNCED_RATES = announcedIn(UPLOAD_FOLDERS.rates);

const announcing = (upload: string) => [
  // Signed addresses have the rights of the function that signed them.
  ['s3:PutObject', [upload, `${upload}${RECORD_SUFFIX}`]] as const,
  // Records of all kinds: an announcement looks which uploads have ended.
  [
    's3:GetObject',
    [ANNOUNCED, ANNOUNCED_QUOTES, ANNOUNCED_RATES].map((kind) => `${kind}${RECORD_SUFFIX}`),
  ] as const,
];

const reading = (upload: string) => [
  ['s3:GetObject', [`${upload}${RECORD_SUFFIX}`, `${upload}${REJECTED_SUFFIX}`]] as const,
];

const cancelling = (upload: string) => [
  ...reading(upload),
  ['s3:PutObject', [`${upload}${RECORD_SUFFIX}`]] as const,
];

/** The file of lanes of an RFP. */
const RFP_FILE = `${ORGANIZATIONS_PREFIX}*/rfps/R-${'?'.repeat(27)}${RFP_FILE_SUFFIXES.lanes}`;

/** Files of mails, by chat and index. */
const CHAT_FILE = `${ORGANIZATIONS_PREFIX}*/chats/C-${'?'.repeat(27)}-*${CHAT_FILE_SUFFIX}`;

/** Files of results of an RFP, with its version and the revision of its terms: CSV and a workbook. */
const [RFP_CSV, RFP_WORKBOOK] = [RFP_FILE_SUFFIXES.results, RFP_FILE_SUFFIXES.workbook].map(
  (suffix) => `${ORGANIZATIONS_PREFIX}*/rfps/R-${'?'.repeat(27)}-*${suffix}`,
) as [string, string];
const RFP_RESULTS = [RFP_CSV, RFP_WORKBOOK];

/** Object keys that a function of the API uses, by action. */
const OPERATIONS: Readonly<
  Record<UploadsUse, readonly (readonly [action: string, keys: readonly string[]])[]>
> = {
  create: announcing(ANNOUNCED),
  'create-rates': announcing(ANNOUNCED_RATES),
  'create-quotes': announcing(ANNOUNCED_QUOTES),
  'create-rfp': [['s3:PutObject', [RFP_FILE]]],
  'work-on-rfp': [
    ['s3:GetObject', [RFP_FILE, ...RFP_RESULTS]],
    ['s3:PutObject', RFP_RESULTS],
    ['s3:AbortMultipartUpload', RFP_RESULTS],
    ['s3:DeleteObject', [RFP_FILE, ...RFP_RESULTS]],
  ],
  'keep-chat-files': [['s3:PutObject', [CHAT_FILE]]],
  'make-chat-rfp': [
    ['s3:GetObject', [CHAT_FILE]],
    ['s3:PutObject', [RFP_FILE]],
  ],
  'delete-chat-files': [['s3:DeleteObject', [CHAT_FILE]]],
  cancel: cancelling(ANNOUNCED),
  'cancel-rates': cancelling(ANNOUNCED_RATES),
  'cancel-quotes': cancelling(ANNOUNCED_QUOTES),
  'read-rfp-results': [['s3:GetObject', [RFP_CSV]]],
  'read-rfp-workbook': [['s3:GetObject', [RFP_WORKBOOK]]],
  read: reading(ANNOUNCED),
  'read-rates': reading(ANNOUNCED_RATES),
  'read-quotes': reading(ANNOUNCED_QUOTES),
};

/** Write or delete only. */
const WITHOUT_LOOKING: readonly UploadsUse[] = ['create-rfp', 'keep-chat-files', 'delete-chat-files'];

/**
 * Allows a function to announce uploads or to read their records, or to use files of RFPs. No function of the API can read a file of a caller.
 * @param bucketName value of a parameter: rule packs name it by its logical id.
 */
export function grantUploadOperations(lambda: LambdaFunction, use: UploadsUse, bucketName: string): void {
  const { Ref: parameter } = Stack.of(lambda).resolve(bucketName) as { Ref: string };
  const arn = Stack.of(lambda).formatArn({ service: 's3', region: '', account: '', resource: bucketName });
  for (const [action, keys] of OPERATIONS[use]) {
    const resources = keys.map((key) => `${arn}/${key}`);
    lambda.addToRolePolicy(new PolicyStatement({ actions: [action], resources }));
    acknowledge(
      lambda,
      keys.map((key) => `arn:<AWS::Partition>:s3:::<${parameter}>/${key}`),
      'The organization and the id of an upload are not known in advance. The patterns match announced uploads, their records, files of RFPs and files of mails, and nothing else in the bucket.',
    );
  }
  // Announcements look which uploads have ended. Without this right, S3 reports a missing object as access denied.
  if (!WITHOUT_LOOKING.includes(use)) {
    lambda.addToRolePolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [arn] }));
  }
}
