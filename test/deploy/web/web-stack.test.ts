import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { HeadObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parameterNames } from '../../../lib/parameters/parameter-names.ts';

/** The environment whose web stack `npm run test:deploy` deployed. */
const ENVIRONMENT = 'dev';
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const OUTDATED = 'docs/outdated.html';

/** `npm run site -- --publish`, as an operator runs it. */
const publish = () =>
  promisify(execFile)(process.execPath, [`${ROOT}bin/site.ts`, '--publish', ENVIRONMENT], { cwd: ROOT });

describe('the web stack', () => {
  let s3: S3Client;
  let bucket = '';
  const keys = async (prefix: string) => {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }));
    return Contents.map(({ Key = '' }) => Key);
  };
  const cacheControl = async (Key: string) =>
    (await s3.send(new HeadObjectCommand({ Bucket: bucket, Key }))).CacheControl;

  beforeAll(async () => {
    s3 = new S3Client({ forcePathStyle: true });
    const name = parameterNames(ENVIRONMENT).pagesBucket;
    const { Parameter } = await new SSMClient().send(new GetParameterCommand({ Name: name }));
    bucket = Parameter?.Value ?? '';
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: OUTDATED, Body: 'outdated' }));
    await publish();
  });

  it('has a distribution with origin access control, policies and viewer functions', async () => {
    const { StackResourceSummaries = [] } = await new CloudFormationClient().send(
      new ListStackResourcesCommand({ StackName: `freight-${ENVIRONMENT}-web` }),
    );
    const created = StackResourceSummaries.filter(
      ({ ResourceStatus }) => ResourceStatus === 'CREATE_COMPLETE',
    );
    expect(created).toHaveLength(StackResourceSummaries.length);
    expect(created.map(({ ResourceType = '' }) => ResourceType.replace('AWS::CloudFront::', ''))).toEqual(
      expect.arrayContaining([
        'Distribution',
        'OriginAccessControl',
        'CachePolicy',
        'ResponseHeadersPolicy',
        'Function',
      ]),
    );
  });

  it('receives the pages: they are revalidated, and files with a hash in their name are cached for a year', async () => {
    const [asset = ''] = await keys('docs/assets/');
    expect(await cacheControl('docs/index.html')).toBe('no-cache');
    expect(await cacheControl(asset)).toMatch(/max-age=31536000, immutable/);
  });

  it('loses pages that are no longer published', async () => {
    expect(await keys(OUTDATED)).toEqual([]);
  });
});
