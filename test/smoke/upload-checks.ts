import { type Check, unlessWrong } from './check.ts';
import type { Deployment } from './deployment.ts';

/** A setting of a bucket: what S3 is asked about, what its answer must hold, and what is wrong without it. */
type Setting = readonly [about: string, holds: RegExp, fault: string];

const WAY_IN: readonly Setting[] = [
  ['publicAccessBlock', /^(?=(?:.*>true<){4})(?!.*>false<)/s, 'may be opened to the public'],
  ['policy', /"aws:SecureTransport":\s*"false"/, 'takes what is not sent by TLS'],
  ['notification', /<EventBridgeConfiguration/, 'tells of no upload, so that none is brought in'],
];

const KEEPING: readonly Setting[] = [
  ['encryption', /<SSEAlgorithm>(AES256|aws:kms)</, 'is not encrypted'],
  ['lifecycle', /<Days>30</, 'keeps files for ever'],
];

/** What S3 says of the bucket of uploads, where the environment has one. */
export function uploadChecks({ published, names, settings, signed }: Deployment): Check[] {
  if (!settings.uploads) return [];
  const holds = async (wanted: readonly Setting[]) => {
    const bucket = published(names.uploadsBucket);
    const faults = wanted.map(async ([about, pattern, fault]) =>
      pattern.test(await signed.bucket(bucket, about)) ? [] : [`it ${fault}`],
    );
    return unlessWrong((await Promise.all(faults)).flat(), bucket);
  };
  return [
    { name: 'the bucket of uploads is closed, and tells of what comes', run: () => holds(WAY_IN) },
    {
      name: 'what is in it is encrypted, and expires',
      emulatorLacks: 'encryption and lifecycles made by CloudFormation',
      run: () => holds(KEEPING),
    },
  ];
}
