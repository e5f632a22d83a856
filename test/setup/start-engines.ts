import { startTestDynamoDb } from '../support/dynamodb-local.ts';
import buildDataFiles from './build-data.ts';
import { started } from './started.ts';

/** Each engine is a Java process with 200 MB or more. */
const MAX_ENGINES = 4;

/** DynamoDB Local in memory for each worker, up to four: workers that share one delay each other's writes by its locks. */
export default async function startEngines({ maxWorkers }: { readonly maxWorkers: number }): Promise<void> {
  await buildDataFiles();
  if (process.env.TEST_DYNAMODB_ENDPOINTS !== undefined) return;
  const engines = await Promise.all(
    Array.from({ length: Math.min(maxWorkers, MAX_ENGINES) }, startTestDynamoDb),
  );
  started.push(...engines.map(({ stop }) => stop));
  process.env.TEST_DYNAMODB_ENDPOINTS = engines.map(({ endpoint }) => endpoint).join(' ');
}
