import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { forEachTable } from '../../../functions/definition-types.ts';
import { NoLocalServiceError } from '../failures/command-errors.ts';

const text = v.pipe(v.string(), v.nonEmpty());

const hostFile = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  url: v.pipe(text, v.url()),
  /** Answers the part of API Gateway's control plane that the command line uses. */
  controlUrl: v.pipe(text, v.url()),
  dynamodbEndpoint: v.pipe(text, v.url()),
  /** Names of tables. */
  tables: v.object(forEachTable(() => text)),
  standardUsagePlanId: text,
  restApiId: text,
  /** Only if terminals are searched on OpenSearch. */
  reindexFunctionArn: v.optional(text),
  /** Endpoint of the OpenSearch node, if there is one. */
  openSearchEndpoint: v.optional(v.pipe(text, v.url())),
  stageName: text,
  /** Endpoint of the queue engine. */
  sqsEndpoint: v.pipe(text, v.url()),
  /** Endpoint of the bucket engine. */
  s3Endpoint: v.pipe(text, v.url()),
  /** Bucket for load files. */
  uploadsBucket: text,
  /** By name. */
  queueUrls: v.record(text, v.pipe(text, v.url())),
});

/** Facts that a running local host publishes. */
export type LocalHost = v.InferOutput<typeof hostFile>;

const NOT_RUNNING =
  'No local service is running. Start it with npm start or name a deployment with --environment.';

/**
 * Finds the running local host by the file that it writes when it is ready.
 * @throws NoLocalServiceError if none is running: the file is missing, unreadable, or its process is gone.
 */
export async function findLocalHost(file: string): Promise<LocalHost> {
  const content = await readFile(file, 'utf8').catch(() => undefined);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), hostFile), content);
  if (!parsed.success || !isAlive(parsed.output.pid)) throw new NoLocalServiceError(NOT_RUNNING);
  return parsed.output;
}

function isAlive(pid: number): boolean {
  try {
    // Signal 0 only checks whether the process exists.
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return Object(error).code === 'EPERM';
  }
}
