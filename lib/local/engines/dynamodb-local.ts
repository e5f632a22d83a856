import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  QueryCommand,
  ResourceInUseException,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { LocalSetupError } from '../local-setup-error.ts';
import { engineSettings } from '../template/local-names.ts';
import type { TableDefinition } from '../template/service-model.ts';
import { findJava } from './java.ts';
import { freePort, startEngine } from './supervised-child.ts';

/** Configuration of Jetty, the HTTP server of DynamoDB Local. */
const SERVER = fileURLToPath(new URL('dynamodb-local.xml', import.meta.url));
const READY_WITHIN_MS = 60_000;
/** DynamoDB Local never answers if it cannot open its database file. */
const REQUEST_TIMEOUT_MS = 20_000;

const clientOf = (endpoint: string) =>
  new DynamoDBClient({
    ...engineSettings(endpoint),
    requestHandler: { requestTimeout: REQUEST_TIMEOUT_MS, throwOnRequestTimeout: true },
  });

/**
 * Starts DynamoDB Local and waits until it answers; it ends with this process.
 * @param localDir folder of a downloaded Java. @param dataDir folder of the database file; absent = in memory.
 * @throws LocalSetupError if it does not start: an unusable folder, or an unsuitable Java; the error of the SDK for a
 * damaged database file.
 */
export async function startDynamoDbLocal(localDir: string, dataDir?: string) {
  const emulator = join(
    dirname(findPackageJSON('amplify-dynamodb-simulator', import.meta.url) ?? ''),
    'emulator',
  );
  if (dataDir !== undefined) {
    await mkdir(dataDir, { recursive: true }).catch(({ code }: NodeJS.ErrnoException) => {
      throw new LocalSetupError(`${dataDir} cannot hold a database: ${code}. Remove it and start again.`);
    });
  }
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  // It writes a file into its working directory, and leaves a library in the temporary folder of Java.
  const scratch = await mkdtemp(join(tmpdir(), 'freight-dynamodb-'));
  // A relative name, since the main class of Jetty reads an argument with "=" as a property.
  await copyFile(SERVER, join(scratch, 'server.xml'));
  const engine = await startEngine({
    name: 'DynamoDB Local',
    javaPath: await findJava(localDir),
    args: [
      ...['-Xmx512m', `-Djava.io.tmpdir=${scratch}`],
      `-Djava.library.path=${join(emulator, 'DynamoDBLocal_lib')}`,
      ...['-Dorg.eclipse.jetty.util.log.announce=false', '-Dorg.eclipse.jetty.LEVEL=WARN'],
      ...['-cp', join(emulator, 'DynamoDBLocal.jar'), 'org.eclipse.jetty.xml.XmlConfiguration'],
      ...[`port=${port}`, `inMemory=${dataDir === undefined}`],
      // Absolute, since Java has another working directory.
      ...(dataDir === undefined ? [] : [`folder=${resolve(dataDir)}`]),
      'server.xml',
    ],
    cwd: scratch,
    readyWithinMs: READY_WITHIN_MS,
    address: endpoint,
    // It answers an error, since the request is not one of DynamoDB.
    isReady: () => true,
    reason: (lines) => lines.at(-1),
    cleanUp: () => rm(scratch, { recursive: true, force: true }),
  });
  await parseOnce(endpoint).catch(async (error: unknown) => {
    await engine.stop();
    throw error;
  });
  return { endpoint, ...engine };
}

/**
 * Parses each kind of expression once, alone: ANTLR 4.5 in DynamoDB Local sometimes rejects the first expressions of a
 * process ("Index 0 out of bounds for length 0") when several arrive at once.
 */
async function parseOnce(endpoint: string): Promise<void> {
  const client = clientOf(endpoint);
  const TableName = `parser-${randomUUID()}`;
  const ExpressionAttributeValues = { ':a': { S: 'a' }, ':n': { N: '1' } };
  try {
    await createTables(endpoint, [
      {
        TableName,
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      },
    ]);
    await client.send(
      new UpdateItemCommand({
        ...{ TableName, Key: { pk: { S: 'a' } }, ExpressionAttributeValues },
        UpdateExpression: 'SET a = :a, b = if_not_exists(b, :n) + :n REMOVE c ADD d :n',
        ConditionExpression: 'attribute_not_exists(pk) OR (a = :a AND NOT b < :n)',
      }),
    );
    await client.send(
      new QueryCommand({
        ...{ TableName, KeyConditionExpression: 'pk = :a', ExpressionAttributeValues },
        FilterExpression: 'attribute_exists(a) AND b BETWEEN :n AND :n',
        ProjectionExpression: 'pk, a',
      }),
    );
    await client.send(new DeleteTableCommand({ TableName }));
  } finally {
    client.destroy();
  }
}

/** Creates missing tables. @throws the error of the SDK if DynamoDB Local fails, for example for a damaged database file. */
export async function createTables(endpoint: string, tables: readonly TableDefinition[]): Promise<void> {
  const client = clientOf(endpoint);
  const create = async ({ StreamSpecification: stream, ...table }: TableDefinition) => {
    const { TableName, AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } = table;
    const command = new CreateTableCommand({
      ...{ TableName, AttributeDefinitions, KeySchema, GlobalSecondaryIndexes },
      // CloudFormation has no StreamEnabled: a specified stream is enabled.
      ...(stream && { StreamSpecification: { ...stream, StreamEnabled: true } }),
      BillingMode: 'PAY_PER_REQUEST',
    });
    await client.send(command).catch((error: unknown) => {
      if (!(error instanceof ResourceInUseException)) throw error;
    });
  };
  await Promise.all(tables.map(create)).finally(() => client.destroy());
}
