import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { createLocalSchedules } from '../../bin/freight/connection/local-host.ts';
import { type LocalHostOptions, startLocalHost } from '../../lib/local/host/host.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { loadCatalogue } from '../../shared/terminals/management/load-catalogue.ts';
import { JAVA_DIR, sharedDynamoDbEndpoint } from './dynamodb-local.ts';
import { connectIn, freightInProcess } from './freight-command.ts';
import { callObserver } from './observe-calls.ts';
import { runningHost } from './running-host.ts';
import { type ServiceUnderTest, send } from './service-under-test.ts';

export interface LocalService extends ServiceUnderTest {
  /** Base URL of the API. */
  readonly url: string;
  /** Lines that functions and the gateway logged. */
  readonly logs: readonly string[];
  /** FREIGHT_LOCAL_DIR of the command line. */
  readonly dataDir: string;
  /** Loses a function, as if Lambda lost its machines. */
  crash(functionName: string): void;
  /** Stores a parameter of Systems Manager. */
  putParameter(Name: string, Value: string): Promise<void>;
  /** Runs a schedule now. */
  runSchedule(functionName: string): Promise<void>;
  /** Runs each schedule once, one after the other. */
  runSchedules(): Promise<void>;
  readonly dynamodbEndpoint: string;
  readonly sqsEndpoint: string;
}

export interface LocalServiceOptions
  extends Pick<LocalHostOptions, 'secrets' | 'variables' | 'onInvocation'> {
  /** Runs on a separate engine. */
  readonly own?: boolean;
  /** DynamoDB engine; default: the one shared by all test files. */
  readonly dynamodbEndpoint?: string | undefined;
  /** A cloud assembly of environment `local`; default: the one synthesized from the sources. */
  readonly assemblyDir?: string;
  /** False: `logs` stays empty, so that memory does not grow with the calls. */
  readonly keepsLogs?: boolean;
  /** An OpenSearch node only for this service, which searches terminals on it. */
  readonly openSearchEndpoint?: string;
}

/** Starts the service as `npm start` does. */
async function loadLocalCatalogue(dataDir: string): Promise<void> {
  const { terminals, close } = await connectIn(dataDir)(undefined, () => {});
  try {
    await loadCatalogue(terminals, loadTerminals());
  } finally {
    close();
  }
}

/** The complete service on the local host, without stored data. */
export async function startLocalService({
  own = false,
  secrets = {},
  variables = {},
  dynamodbEndpoint = sharedDynamoDbEndpoint(),
  openSearchEndpoint,
  assemblyDir,
  keepsLogs = true,
  onInvocation,
}: LocalServiceOptions = {}): Promise<LocalService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'freight-test-'));
  const logs: string[] = [];
  const shared = own ? undefined : dynamodbEndpoint;
  const host = await startLocalHost({
    assemblyDir: assemblyDir ?? (await synthesizeLocal({ opensearch: openSearchEndpoint !== undefined })),
    dataDir,
    javaDir: JAVA_DIR,
    ephemeral: true,
    port: 0,
    secrets,
    variables,
    ...(shared === undefined ? {} : { dynamodbEndpoint: shared }),
    ...(openSearchEndpoint === undefined ? {} : { openSearchEndpoint }),
    ...callObserver(),
    ...(onInvocation === undefined ? {} : { onInvocation }),
    onLog: (line) => keepsLogs && logs.push(line),
  });
  await loadLocalCatalogue(dataDir).catch(async (error: unknown) => {
    await host.stop();
    throw error;
  });
  const running = await runningHost(dataDir);
  const schedules = createLocalSchedules(running.controlUrl);
  return {
    name: 'the local host',
    url: host.url,
    missing: [],
    logs,
    dataDir,
    crash: host.crash,
    putParameter: async (Name, Value) => {
      const headers = {
        'x-amz-target': 'AmazonSSM.PutParameter',
        'content-type': 'application/x-amz-json-1.1',
      };
      const body = JSON.stringify({ Name, Value, Type: 'SecureString' });
      const { status } = await fetch(running.controlUrl, { method: 'POST', headers, body });
      if (status !== 200) throw new Error(`PutParameter: status ${status}`);
    },
    runSchedule: async (name) => {
      if ((await schedules.run(name)) === undefined) throw new Error(`There is no schedule ${name}.`);
    },
    runSchedules: async () => {
      for (const { name } of await schedules.list()) await schedules.run(name);
    },
    dynamodbEndpoint: running.dynamodbEndpoint,
    sqsEndpoint: running.sqsEndpoint,
    call: async (method, path, call) => {
      const answer = await send(host.url, method, path, call);
      // Only the log of the service has the cause.
      if (answer.status === 500) {
        const causes = logs.filter((line) => line.includes('"error"')).slice(-3);
        process.stderr.write(`${[`${method} ${path} answers 500`, ...causes].join('\n')}\n`);
      }
      return answer;
    },
    freight: (...args) => freightInProcess(args, dataDir),
    stop: async () => {
      await host.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
