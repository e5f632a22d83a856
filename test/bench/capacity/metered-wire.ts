import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { COMPUTED, computedUnits } from './computed-units.ts';

/** Capacity units as DynamoDB counts them, and the number of requests by operation. */
export interface Metered {
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Write units by table, and by table and index. */
  readonly writesBy: Readonly<Record<string, number>>;
  readonly requests: Readonly<Record<string, number>>;
}

export interface MeteredWire {
  readonly endpoint: string;
  /** Totals since the start. */
  total(): Metered;
  /** Switches the request of capacity units on or off; it takes time, so it is off while runs are timed. */
  meter(on: boolean): void;
  /** Time of the last request, ms of `performance.now()`. */
  lastAt(): number;
  stop(): Promise<void>;
}

const READS = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']);
const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']);

interface Units {
  readonly CapacityUnits?: number;
}

interface Consumed extends Units {
  readonly TableName?: string;
  readonly Table?: Units;
  readonly GlobalSecondaryIndexes?: Readonly<Record<string, Units>>;
}

/** "quotes" for "freight-local-data-quotestable0A1B2C3D-4E5F". */
const shortName = (table = ''): string => /-data-([a-z]+)table/.exec(table)?.[1] ?? table;

/** Units of a response by table and index: "deliveries", "deliveries by-look". */
function unitsOf(answer: string): (readonly [place: string, units: number])[] {
  const { ConsumedCapacity } = JSON.parse(answer) as { ConsumedCapacity?: Consumed | readonly Consumed[] };
  const entries = ConsumedCapacity === undefined ? [] : [ConsumedCapacity].flat();
  return entries.flatMap(({ TableName, CapacityUnits = 0, Table, GlobalSecondaryIndexes = {} }) => {
    const table = shortName(TableName);
    const indexes = Object.entries(GlobalSecondaryIndexes);
    return [
      [table, Table?.CapacityUnits ?? CapacityUnits] as const,
      ...indexes.map(([index, units]) => [`${table} ${index}`, units.CapacityUnits ?? 0] as const),
    ];
  });
}

/** AWS counts the minimum units for a read without a result; DynamoDB Local counts none. */
function leastUnits(operation: string, sent: string): number {
  if (operation !== 'GetItem' && operation !== 'Query') return 0;
  return (JSON.parse(sent) as { ConsistentRead?: boolean }).ConsistentRead ? 1 : 0.5;
}

/**
 * A connection to an engine that counts requests and requests their consumed capacity from DynamoDB, including indexes.
 * Responses of the engine are unchanged except for that value.
 */
export async function startMeteredWire(engine: () => string): Promise<MeteredWire> {
  let [readUnits, writeUnits, lastAt] = [0, 0, 0];
  let on = true;
  const requests = new Map<string, number>();
  const writesBy = new Map<string, number>();
  const computed = computedUnits(engine);
  const countWrites = (places: readonly (readonly [place: string, units: number])[]) => {
    for (const [place, units] of places) {
      writeUnits += units;
      writesBy.set(place, (writesBy.get(place) ?? 0) + units);
    }
  };

  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const [service = '', operation = ''] = String(incoming.headers['x-amz-target']).split('.');
    const isRead = READS.has(operation);
    const isMetered = on && service.startsWith('DynamoDB_') && (isRead || WRITES.has(operation));
    const sent = Buffer.concat(chunks);
    const body = isMetered
      ? Buffer.from(JSON.stringify({ ...JSON.parse(sent.toString()), ReturnConsumedCapacity: 'INDEXES' }))
      : sent;
    const before = on && COMPUTED.has(operation) ? await computed.before(sent.toString()) : undefined;
    // The local control plane accepts only calls with its own address as Host.
    const { host } = new URL(engine());
    const headers = { ...incoming.headers, host, 'content-length': String(body.length) };
    const answered = (answer: IncomingMessage) => {
      const parts: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => parts.push(chunk));
      answer.on('end', async () => {
        const content = Buffer.concat(parts);
        if (!service.startsWith('DynamoDBStreams')) {
          requests.set(operation, (requests.get(operation) ?? 0) + 1);
          lastAt = performance.now();
        }
        if (isMetered) {
          const places = unitsOf(content.toString());
          const units = places.reduce((sum, [, at]) => sum + at, 0);
          if (isRead) readUnits += Math.max(units, leastUnits(operation, body.toString()));
          else countWrites(places);
        }
        if (before !== undefined && answer.statusCode === 200) {
          const written = await computed.after(before);
          countWrites(
            written.map(([table, index, units]) => [
              index === undefined ? shortName(table) : `${shortName(table)} ${index}`,
              units,
            ]),
          );
        }
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        outgoing.end(content);
      });
    };
    const pass = () => {
      const passed = request(engine(), { method: incoming.method, path: incoming.url, headers }, answered);
      passed.on('error', () => {
        // The engine has closed an idle connection: it has not read the request.
        if (passed.reusedSocket) pass();
        else incoming.socket.destroy();
      });
      passed.end(body);
    };
    pass();
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    total: () => ({
      readUnits,
      writeUnits,
      writesBy: Object.fromEntries(writesBy),
      requests: Object.fromEntries(requests),
    }),
    meter: (wanted) => {
      on = wanted;
    },
    lastAt: () => lastAt,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
