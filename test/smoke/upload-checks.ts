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
type Setting = readonly [isSet: (Bucket: string) => Promise<boolean>, fault: string];

/** Checks of the bucket of uploads, if the environment has one. */
export function uploadChecks({ published, names, buckets }: Deployment): Check[] {
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
      'sends no events, so that no upload is imported',
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
      async (Bucket) => {
        const { Rules = [] } = await buckets.send(new GetBucketLifecycleConfigurationCommand({ Bucket }));
        return Rules.some(({ Expiration }) => Expiration?.Days === KEPT_DAYS);
      },
      'keeps files for ever',
    ],
  ];
  const holds = async (wanted: readonly Setting[]) => {
    const bucket = published(names.uploadsBucket);
    const faults = wanted.map(async ([isSet, fault]) => ((await isSet(bucket)) ? [] : [`it ${fault}`]));
    return unlessWrong((await Promise.all(faults)).flat(), bucket);
  };
  return [
    { name: 'the bucket of uploads is private and sends events', run: () => holds(wayIn) },
    {
      name: 'uploads are encrypted and expire',
      emulatorLacks: 'encryption and lifecycles made by CloudFormation',
      run: () => holds(keeping),
    },
  ];
}

const KEPT_DAYS = 30;
