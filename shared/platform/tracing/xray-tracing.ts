import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { formatTraceHeader, parseTraceHeader, type TraceHeader } from './trace-header.ts';
import type { AwsClient, Tracing } from './tracing-port.ts';
import { createXrayDaemon } from './xray-daemon.ts';
import { describeAwsCall, outcomeOf, type SegmentDocument } from './xray-segment.ts';

/** Documents that one invocation or one message sends at most: X-Ray rejects traces of more than 500 KB. */
const MAX_DOCUMENTS = 200;

interface TraceContext extends TraceHeader {
  /** Documents sent. */
  sent: number;
}

type Call = { readonly input: unknown };
type SentEntry = { readonly MessageSystemAttributes?: object };

/** Trace of the message in work. */
const ofMessage = new AsyncLocalStorage<TraceContext>();
/** Trace of the current invocation. An environment of Lambda runs one invocation at a time. */
let ofInvocation: { readonly header: string; readonly context: TraceContext | undefined } | undefined;

function currentContext(): TraceContext | undefined {
  const message = ofMessage.getStore();
  if (message !== undefined) return message;
  const { _X_AMZN_TRACE_ID: header = '' } = process.env;
  if (ofInvocation?.header !== header) {
    const parsed = parseTraceHeader(header);
    ofInvocation = { header, context: parsed && { ...parsed, sent: 0 } };
  }
  return ofInvocation.context;
}

const newSegmentId = () => randomBytes(8).toString('hex');

/** Not by `performance`: its clock stops while Lambda has frozen the environment. */
const seconds = () => Date.now() / 1000;

/** Tracing by X-Ray: loaded only where the environment's setting `tracing` is on. */
export function createXrayTracing(daemonAddress: string): Tracing {
  const toDaemon = createXrayDaemon(daemonAddress);

  const send = (context: TraceContext, document: SegmentDocument): void => {
    if (!context.sampled || context.sent >= MAX_DOCUMENTS) return;
    context.sent += 1;
    toDaemon(document);
  };

  /** Sends a subsegment of the current trace when `run` has ended. `describe` gets the result or the error. */
  const subsegment = async <Result>(
    run: (id: string, context: TraceContext | undefined) => Promise<Result>,
    describe: (
      result: Result | undefined,
      error: unknown,
    ) => Pick<SegmentDocument, 'name'> & Partial<SegmentDocument>,
  ): Promise<Result> => {
    const [context, id, start] = [currentContext(), newSegmentId(), seconds()];
    const finish = (result: Result | undefined, error: unknown) => {
      if (!context?.sampled) return;
      const times = { start_time: start, end_time: seconds() };
      const { root, parent } = context;
      try {
        const fields = describe(result, error);
        send(context, { type: 'subsegment', id, trace_id: root, parent_id: parent, ...times, ...fields });
      } catch {
        // A call never fails because it cannot be traced.
      }
    };
    let result: Result;
    try {
      result = await run(id, context);
    } catch (error) {
      finish(undefined, error);
      throw error;
    }
    finish(result, undefined);
    return result;
  };

  const traceClient = (client: AwsClient): void => {
    const middleware =
      (next: (call: Call) => Promise<{ readonly output: unknown }>, { clientName = '', commandName = '' }) =>
      async (call: Call) => {
        const region = await client.config.region();
        return subsegment(
          (id, context) =>
            next(context === undefined ? call : withTraceHeader(call, { ...context, parent: id })),
          (result, error) =>
            describeAwsCall({
              clientName,
              commandName,
              region,
              input: call.input,
              result: error ?? result?.output,
            }),
        );
      };
    client.middlewareStack.add(middleware, { step: 'initialize', name: 'traceCall', override: true });
  };

  return {
    traceClient,
    messageHeader: () => {
      const context = currentContext();
      return context && formatTraceHeader(context);
    },
    traceMessage: async (header, annotations, run) => {
      const parsed = parseTraceHeader(header);
      if (parsed === undefined) return run();
      const id = newSegmentId();
      const { lineage, ...message } = parsed;
      // Of the invocation: the count in the message is one behind.
      const own = parseTraceHeader(process.env._X_AMZN_TRACE_ID)?.lineage ?? lineage;
      const context = { ...message, parent: id, sent: 0, ...(own === undefined ? {} : { lineage: own }) };
      const start = seconds();
      const finish = (failed: { readonly fault?: true }) =>
        send(context, {
          name: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'function',
          id,
          trace_id: parsed.root,
          parent_id: parsed.parent,
          start_time: start,
          end_time: seconds(),
          origin: 'AWS::Lambda::Function',
          annotations,
          ...failed,
        });
      let result: Awaited<ReturnType<typeof run>>;
      try {
        result = await ofMessage.run(context, run);
      } catch (error) {
        finish({ fault: true });
        throw error;
      }
      finish({});
      return result;
    },
    traceRequest: ({ method, url }, run, statusOf) =>
      subsegment(run, (result) => {
        const status = result === undefined ? undefined : statusOf(result);
        const { host = 'invalid', origin = '' } = URL.parse(url) ?? {};
        return {
          name: host,
          namespace: 'remote',
          // Without path and query: receivers put secrets into them.
          http: {
            request: { method, url: origin },
            ...(status === undefined ? {} : { response: { status } }),
          },
          ...outcomeOf(status),
        };
      }),
  };
}

/** Adds the trace header to the messages of SendMessageBatch that have none. */
function withTraceHeader(call: Call, header: TraceHeader): Call {
  const { Entries, QueueUrl } = Object(call.input) as {
    readonly Entries?: readonly SentEntry[];
    readonly QueueUrl?: string;
  };
  if (!Array.isArray(Entries) || QueueUrl === undefined || !('MessageBody' in Object(Entries[0])))
    return call;
  const AWSTraceHeader = { DataType: 'String', StringValue: formatTraceHeader(header) };
  const entries = (Entries as readonly SentEntry[]).map((entry) => ({
    MessageSystemAttributes: { AWSTraceHeader },
    ...entry,
  }));
  return { ...call, input: { ...Object(call.input), Entries: entries } };
}
