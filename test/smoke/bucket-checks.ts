import {
  GetBucketEncryptionCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketNotificationConfigurationCommand,
  GetBucketPolicyCommand,
  GetPublicAccessBlockCommand,
} from '@aws-sdk/client-s3';
import { type Check, unlessWrong } from './check.ts';
import type { Deployment } from './deployment.ts';

/** A required setting of a bucket, and the problem if it is missing. */
type Setting = readonly [isSet: (Bucket: string, days: number) => Promise<boolean>, fault: string];

/** Checks of the buckets of uploads and of mails, if the environment receives mails. */
export function bucketChecks({ published, names, buckets, settings }: Deployment): Check[] {
  const kept: readonly (readonly [parameter: string, days: number])[] = [
    [names.uploadsBucket, 7],
    ...(settings.mailDomain === undefined ? [] : [[names.mailBucket, 1] as const]),
  ];
  const wayIn: readonly Setting[] = [
    [
      async (Bucket) => {
        const { PublicAccessBlockConfiguration: block = {} } = await buckets.send(
          new GetPublicAccessBlockCommand({ Bucket }),
        );
        const { BlockPublicAcls, BlockPublicPolicy, IgnorePublicAcls, RestrictPublicBuckets } = block;
        return [BlockPublicAcls, BlockPublicPolicy, IgnorePublicAcls, RestrictPublicBuckets].every(Boolean);
      },
      'may be opened to the public',
    ],
    [
      async (Bucket) => {
        const { Policy = '' } = await buckets.send(new GetBucketPolicyCommand({ Bucket }));
        return /"aws:SecureTransport":\s*"false"/.test(Policy);
      },
      'takes what is not sent by TLS',
    ],
    [
      async (Bucket) => {
        const request = new GetBucketNotificationConfigurationCommand({ Bucket });
        return (await buckets.send(request)).EventBridgeConfiguration !== undefined;
      },
      'sends no events, so that nothing of it is read',
    ],
  ];
  const keeping: readonly Setting[] = [
    [
      async (Bucket) => {
        const { ServerSideEncryptionConfiguration: encryption } = await buckets.send(
          new GetBucketEncryptionCommand({ Bucket }),
        );
        const [rule] = encryption?.Rules ?? [];
        return rule?.ApplyServerSideEncryptionByDefault?.SSEAlgorithm !== undefined;
      },
      'is not encrypted',
    ],
    [
      async (Bucket, days) => {
        const { Rules = [] } = await buckets.send(new GetBucketLifecycleConfigurationCommand({ Bucket }));
        return Rules.some(({ Expiration }) => Expiration?.Days === days);
      },
      'keeps files longer than it should',
    ],
  ];
  const holds = async (wanted: readonly Setting[]) => {
    const faults = kept.flatMap(([parameter, days]) =>
      wanted.map(async ([isSet, fault]) => {
        const bucket = published(parameter);
        return (await isSet(bucket, days)) ? [] : [`${bucket} ${fault}`];
      }),
    );
    return unlessWrong((await Promise.all(faults)).flat(), `${kept.length} buckets`);
  };
  return [
    { name: 'buckets of files are private and send events', run: () => holds(wayIn) },
    {
      name: 'files are encrypted and expire',
      emulatorLacks: 'encryption and lifecycles made by CloudFormation',
      run: () => holds(keeping),
    },
  ];
}
