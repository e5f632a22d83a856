import { cpus } from 'node:os';
import { startTestDynamoDb } from '../support/dynamodb-local.ts';

/** Each is a Java process with 200 MB or more. */
const MAX_ENGINES = 4;

/**
 * Runs tests with DynamoDB Local in memory, and stops it. Each process of tests has an engine of its own, up to four: one
 * that processes share delays their writes by locks, and one for each file would cost seconds.
 * @param runWith gets the environment variables of the tests.
 */
export async function withEngines(
  runWith: (environment: Readonly<Record<string, string>>) => Promise<void>,
): Promise<void> {
  const engines = await Promise.all(
    Array.from({ length: Math.min(cpus().length, MAX_ENGINES) }, startTestDynamoDb),
  );
  try {
    await runWith({ TEST_DYNAMODB_ENDPOINTS: engines.map(({ endpoint }) => endpoint).join(' ') });
  } finally {
    await Promise.all(engines.map(({ stop }) => stop()));
  }
}
