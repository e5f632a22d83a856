import {
  DeleteTableCommand,
  DynamoDBClient,
  ScanCommand,
  UpdateContinuousBackupsCommand,
} from '@aws-sdk/client-dynamodb';
import { KMSClient, ReplicateKeyCommand, ScheduleKeyDeletionCommand } from '@aws-sdk/client-kms';
import { GetParameterCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parameterNames } from '../../../lib/parameters/parameter-names.ts';
import { environmentSettings } from '../../../lib/settings/environments.ts';
import {
  createKmsSecretOpening,
  createKmsSecretSealing,
} from '../../../shared/webhooks/secrets/kms-webhook-secrets.ts';
import { deployedService } from '../../support/deployed-service.ts';
import { deployAssembly, synthesizeTo } from '../../support/run-cdk.ts';
import {
  createEnterprise,
  type ServiceUnderTest,
  type TestOrganization,
} from '../../support/service-under-test.ts';
import { strategyBody } from '../../support/strategy-body.ts';

const { name } = environmentSettings(process.env.DEPLOYED_ENVIRONMENT ?? '');
const RELEASED = process.env.DEPLOYED_ASSEMBLY ?? '';
const Name = parameterNames(name).table('strategies');
const OTHER_REGION = 'eu-central-1';

const ssm = new SSMClient({});
const dynamodb = new DynamoDBClient({});
const setTable = (Value: string) =>
  ssm.send(new PutParameterCommand({ Name, Value, Type: 'String', Overwrite: true }));
const versionsIn = async (TableName: string, orgId: string): Promise<number> => {
  const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName }));
  return Items.filter(({ account }) => account?.S?.startsWith(`${orgId}#`)).length;
};

let service: ServiceUnderTest;
let organization: TestOrganization;
let lost: string;
let restored = '';

beforeAll(async () => {
  service = await deployedService(name);
  organization = await createEnterprise(service);
  lost = (await ssm.send(new GetParameterCommand({ Name }))).Parameter?.Value ?? '';
});
afterAll(async () => {
  await dynamodb.send(new DeleteTableCommand({ TableName: restored })).catch(() => {});
  await service?.stop();
  ssm.destroy();
  dynamodb.destroy();
});

const PATH = '/api/v1/pricing-strategy';
const read = () => service.call('GET', PATH, { key: organization.apiKey });
/** Each version must differ from the one before. */
const replace = async (validity_days: number) => {
  const body = strategyBody({ validity_days });
  return (await service.call('PUT', PATH, { key: organization.apiKey, body })).status;
};

/** The steps of docs/operators/recovery.md, "A lost table". */
describe('a table that was lost', () => {
  it('is restored under another name, and used after its parameter and a deployment with a revision', async () => {
    expect(await replace(14)).toBe(200);
    const kept = await read();
    expect(kept).toMatchObject({ status: 200, json: { validity_days: 14 } });
    const versions = await versionsIn(lost, organization.orgId);
    expect(versions).toBeGreaterThan(0);

    // The template does so (test/infra holds it); the emulator's CloudFormation leaves it out.
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    await dynamodb.send(
      new UpdateContinuousBackupsCommand({ TableName: lost, PointInTimeRecoverySpecification }),
    );
    const { tables } = await service.freight<{ tables: readonly { readonly now: string }[] }>(
      'restore',
      ...['--tables', 'strategies', '--json'],
    );
    restored = tables[0]?.now ?? '';
    const assembly = `${RELEASED}-restored`;
    await synthesizeTo(assembly, `environment=${name}`, 'revision=restored-1');
    await deployAssembly(assembly);

    expect((await read()).json).toEqual(kept.json);
    expect(await replace(15)).toBe(200);
    expect(await versionsIn(restored, organization.orgId)).toBe(versions + 1);
    expect(await versionsIn(lost, organization.orgId)).toBe(versions);
  });

  it('is used again if its parameter is set back', async () => {
    await setTable(lost);
    await deployAssembly(RELEASED);

    expect(await read()).toMatchObject({ status: 200, json: { validity_days: 14 } });
    const before = await versionsIn(lost, organization.orgId);
    expect(await replace(16)).toBe(200);
    expect(await versionsIn(lost, organization.orgId)).toBe(before + 1);
  });
});

describe('the key of webhook secrets', () => {
  it('has the same id in another region, and its replica decrypts there', async () => {
    const keyArn = await ssm
      .send(new GetParameterCommand({ Name: parameterNames(name).webhookSecretsKeyArn }))
      .then(({ Parameter }) => Parameter?.Value ?? '');
    const keyId = keyArn.split('/').at(-1) ?? '';
    expect(keyId).toMatch(/^mrk-/);
    const [here, there] = [new KMSClient({}), new KMSClient({ region: OTHER_REGION })];
    const owner = { orgId: 'org_1', mode: 'live', webhookId: 'wh_1' } as const;
    const ciphertext = await createKmsSecretSealing({ client: here, keyId: keyArn }).seal('whsec_1', owner);

    const { ReplicaKeyMetadata } = await here.send(
      new ReplicateKeyCommand({ KeyId: keyArn, ReplicaRegion: OTHER_REGION }),
    );

    const replicaArn = ReplicaKeyMetadata?.Arn ?? '';
    expect(replicaArn).toContain(`:${OTHER_REGION}:`);
    expect(replicaArn.split('/').at(-1)).toBe(keyId);
    const opening = createKmsSecretOpening({ client: there, keyId: replicaArn });
    expect(await opening.open({ ciphertext }, owner)).toBe('whsec_1');
    await there.send(new ScheduleKeyDeletionCommand({ KeyId: replicaArn, PendingWindowInDays: 7 }));
    here.destroy();
    there.destroy();
  });
});
