import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { createTables, startDynamoDbLocal } from '../../lib/local/engines/dynamodb-local.ts';
import { createFunctions, type Functions } from '../../lib/local/lambda/functions.ts';
import { readServiceModel } from '../../lib/local/template/service-model.ts';
import { createDynamoDbTerminalStore } from '../../shared/terminals/catalogue/dynamodb-terminal-store.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { type CloudFormationStandIn, startCloudFormation } from '../support/cloudformation-stand-in.ts';
import { JAVA_DIR } from '../support/dynamodb-local.ts';
import { localDocumentClient } from '../support/local-document-client.ts';
import { callObserver } from '../support/observe-calls.ts';

let cloudFormation: CloudFormationStandIn;
let engine: Awaited<ReturnType<typeof startDynamoDbLocal>>;
let functions: Functions;
let arn: string;
let TableName: string;

beforeAll(async () => {
  const model = readServiceModel(await synthesizeLocal());
  const definition = model.functions.find(({ name }) => name.includes('-loadterminalsFunction'));
  TableName = definition?.environment.TERMINALS_TABLE ?? '';
  const table = model.tables.find((one) => one.TableName === TableName);
  if (definition === undefined || table === undefined) throw new Error('the template has no load-terminals');
  // A separate engine, since the table of the shared one already contains the terminals.
  engine = await startDynamoDbLocal(JAVA_DIR);
  await createTables(engine.endpoint, [table]);
  cloudFormation = await startCloudFormation();
  arn = definition.arn;
  functions = createFunctions({
    variables: () => ({ AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint }),
    clock: new SharedArrayBuffer(8),
    ...callObserver(),
    onLog: () => {},
  });
  functions.follow(model);
});

afterAll(async () => {
  await functions?.close();
  await engine?.stop();
  await cloudFormation?.stop();
});

describe('the custom resource of the catalogue', () => {
  it('loads the terminals table at the first deployment and reports success to CloudFormation', async () => {
    const { outcome } = await functions.invoke(arn, cloudFormation.creationOf('Load'));

    expect(outcome).toBe('returned');
    expect(cloudFormation.answers).toEqual([
      {
        StackId: 'stack',
        RequestId: 'request',
        LogicalResourceId: 'Load',
        Status: 'SUCCESS',
        PhysicalResourceId: 'terminal-catalogue',
      },
    ]);
    const client = localDocumentClient(engine.endpoint);
    const terminals = await createDynamoDbTerminalStore(client, TableName).all();
    client.destroy();
    expect(terminals).toHaveLength(loadTerminals().length);
  });
});
