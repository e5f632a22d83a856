import { randomUUID } from 'node:crypto';
import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { createDynamoDbIdempotencyStore } from '../../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import {
  type AccountUsage,
  createDynamoDbAccountLedger,
} from '../../../../shared/accounts/usage/dynamodb-account-ledger.ts';
import {
  createIdempotencyTable,
  createOrganizationsTable,
  createUsageTable,
  startTestDynamoDb,
  type TestDynamoDb,
} from '../../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';

export const PERIOD = '2026-11';

/** Fault of a request: lost before the table received it, response lost, or rejected with a conflict. */
export const FAULTS = ['lost', 'applied-but-lost', 'conflict'] as const;
export type Fault = (typeof FAULTS)[number] | undefined;

/** Injected faults; none at the start of each test. */
interface Disturbance {
  /** Sent commands, including retries. */
  requests: string[];
  /** Fault of each request of a count, by attempt from 1. */
  faultOf: (attempt: number) => Fault;
  /** Number of reads with unprocessed keys. */
  unprocessedReads: number;
  /** Whether a retried transaction counts as a new one, as in DynamoDB after ten minutes. */
  forgetTokens: boolean;
}

const UNDISTURBED = { faultOf: () => undefined, unprocessedReads: 0, forgetTokens: false };

/** Injects the faults into first requests only, one after the other. */
export function onFirstSendings(...faults: Fault[]): (attempt: number) => Fault {
  return (attempt) => (attempt === 1 ? faults.shift() : undefined);
}

/** The same request with another token of equal length. DynamoDB Local does not check the signature. */
function withNewToken<Args extends { request: unknown }>(args: Args): Args {
  const request = args.request as { body: string | Uint8Array };
  // The SDK warns about string methods of its body, which `Buffer.from` would call.
  const text = typeof request.body === 'string' ? request.body : new TextDecoder().decode(request.body);
  const token = `"ClientRequestToken":"${randomUUID()}"`;
  request.body = Buffer.from(text.replace(/"ClientRequestToken":"[^"]{36}"/, token));
  return args;
}

/** DynamoDB's error for a write to an item in a transaction. */
function conflictOf(command: string): Error {
  const facts = { message: 'injected', $metadata: {} };
  if (command.startsWith('Update')) return new TransactionConflictException(facts);
  const CancellationReasons = [{ Code: 'TransactionConflict' }, { Code: 'None' }];
  return new TransactionCanceledException({ ...facts, CancellationReasons });
}

function timeOut(): Error {
  return Object.assign(new Error('injected'), { name: 'TimeoutError' });
}

/** Account ledgers on separate tables of this test file, with fault injection below the SDK's retries. */
export function ledgersWithLostResponses() {
  const wire: Disturbance = { requests: [], ...UNDISTURBED };
  let database: TestDynamoDb;
  let client: DynamoDBDocumentClient;
  let [organizationsTable, usageTable, idempotencyTable] = ['', '', ''];

  const disturb = (): void =>
    client.middlewareStack.add(
      (next, context) => async (args) => {
        const command = String(context.commandName);
        wire.requests.push(command);
        const { headers = {} } = args.request as { headers?: Record<string, string> };
        const attempt = Number(/attempt=(\d+)/.exec(headers['amz-sdk-request'] ?? '')?.[1] ?? 1);
        const fault = /^(Update|TransactWrite)/.test(command) ? wire.faultOf(attempt) : undefined;
        if (fault === 'lost') throw timeOut();
        if (fault === 'conflict') throw conflictOf(command);
        const result = await next(wire.forgetTokens ? withNewToken(args) : args);
        if (fault === 'applied-but-lost') throw timeOut();
        if (command.startsWith('BatchGet') && wire.unprocessedReads > 0) {
          wire.unprocessedReads--;
          const Keys = [{ account: 'org_slow#test', period: PERIOD }];
          return { ...result, output: { ...result.output, UnprocessedKeys: { [usageTable]: { Keys } } } };
        }
        return result;
      },
      { step: 'finalizeRequest', priority: 'low', name: 'disturbance' },
    );

  beforeAll(async () => {
    database = await startTestDynamoDb();
    organizationsTable = await createOrganizationsTable(database.endpoint);
    usageTable = await createUsageTable(database.endpoint);
    idempotencyTable = await createIdempotencyTable(database.endpoint);
    client = localDocumentClient(database.endpoint);
    disturb();
  });

  afterAll(async () => {
    client.destroy();
    await database.stop();
  });

  beforeEach(() => void Object.assign(wire, { requests: [], ...UNDISTURBED }));

  const newAnswers = () => createDynamoDbIdempotencyStore(client, idempotencyTable);
  const newLedger = () =>
    createDynamoDbAccountLedger({ client, organizationsTable, usageTable, idempotencyStore: newAnswers() });
  const put = (TableName: string, Item: Record<string, unknown>) =>
    client.send(new PutCommand({ TableName, Item }));

  return {
    wire,
    newAnswers,
    newLedger,
    putOrganization: async (orgId: string, facts: Record<string, unknown>) => {
      await put(organizationsTable, { pk: `ORG#${orgId}`, name: 'Contract', status: 'active', ...facts });
    },
    putUsage: async (orgId: string, facts: Record<string, unknown>) => {
      await put(usageTable, { account: `${orgId}#test`, period: PERIOD, ...facts });
    },
    usageItem: async (orgId: string): Promise<Record<string, unknown>> => {
      const Key = { account: `${orgId}#test`, period: PERIOD };
      const get = new GetCommand({ TableName: usageTable, Key, ConsistentRead: true });
      return (await client.send(get)).Item ?? {};
    },
    readUsage: async (orgId: string, ledger = newLedger()): Promise<AccountUsage> => {
      const usage = await ledger.read({ orgId, mode: 'test' }, PERIOD);
      if (!usage) throw new Error(`no account of ${orgId}`);
      return usage;
    },
  };
}
