import type { Endpoint, UploadsUse } from './function-definition.ts';

interface TableUploadFacts {
  readonly path: Endpoint['path'];
  /** Of the path, for the id of an upload. */
  readonly parameter: string;
  /** In the names of functions. */
  readonly name: string;
  readonly uses: readonly [create: UploadsUse, read: UploadsUse, cancel: UploadsUse];
  /** What is uploaded. */
  readonly what: string;
  /** What callers can do without uploads. */
  readonly instead: string;
}

/** The operations on uploads of a kind of table. */
export function tableUploadEndpoints(facts: TableUploadFacts): readonly Endpoint[] {
  const { path, parameter, name, uses, what, instead } = facts;
  const [create, read, cancel] = uses;
  const common = {
    errorFormat: 'quotes',
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    isSeldomCalled: true,
  } as const;
  const one = { ...common, path: `${path}/{${parameter}}`, tables: {} } as const;
  return [
    {
      ...common,
      ...{ method: 'POST', path, function: `create-${name}-upload`, uploads: create },
      tables: { idempotency: ['GetItem', 'PutItem'], market: ['UpdateItem'] },
      leadingKeys: { market: ['uploads#*'] },
      impact: `Callers cannot upload ${what}; ${instead}.`,
    },
    {
      ...one,
      ...{ method: 'GET', function: `read-${name}-upload`, uploads: read },
      impact: `Callers cannot follow the import of their ${what}; imports are not affected.`,
    },
    {
      ...one,
      ...{ method: 'DELETE', function: `cancel-${name}-upload`, uploads: cancel },
      impact: `Callers cannot cancel the import of their ${what}; imports are not affected.`,
    },
  ];
}
