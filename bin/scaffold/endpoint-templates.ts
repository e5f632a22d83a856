import type { ErrorFormat } from '../../shared/platform/http/error-format.ts';

/** An endpoint that the scaffold writes. */
export interface NewEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Name of the Lambda function and of its files, in lower case with hyphens: `list-things`. */
  readonly name: string;
  /** Room of `shared/` that has the use case. */
  readonly room: string;
  readonly errorFormat: ErrorFormat;
}

const camel = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (name: string): string => camel(`-${name}`);
const hasBody = ({ method }: NewEndpoint): boolean => ['POST', 'PUT', 'PATCH'].includes(method);

const useCase = ({
  name,
}: NewEndpoint): string => `import type { Account } from '../platform/account/account.ts';
import { type Outcome, succeed } from '../platform/http/outcome.ts';

/** The 200 body. TODO: replace \`mode\` by the fields of the operation. */
export interface ${pascal(name)}Body {
  readonly status: 'success';
  readonly data: { readonly mode: Account['mode'] };
}

/** TODO: state what the operation does, its units and its errors. Take ports (stores, clocks) as parameters. */
export function ${camel(name)}UseCase() {
  return async ({ mode }: Account): Promise<Outcome<${pascal(name)}Body>> =>
    succeed({ status: 'success', data: { mode } });
}
`;

const useCaseTest = ({
  name,
  room,
}: NewEndpoint): string => `import { describe, expect, it } from '@jest/globals';
import { ${camel(name)}UseCase } from '../../../shared/${room}/${name}.ts';

describe('${name}', () => {
  const ${camel(name)} = ${camel(name)}UseCase();

  it('answers the account that asks', async () => {
    await expect(${camel(name)}({ orgId: 'org_1', mode: 'test' })).resolves.toEqual({
      ok: true,
      body: { status: 'success', data: { mode: 'test' } },
    });
  });

  it('does what the operation is for', () => {
    throw new Error('TODO: test the rules of ${name}, then delete this line.');
  });
});
`;

const schema = (endpoint: NewEndpoint): string => `import * as v from 'valibot';
${
  hasBody(endpoint)
    ? `import { type Outcome, reject, succeed } from '../../shared/platform/http/outcome.ts';

/** TODO: the fields of the request. Bound every text and list. */
const request = v.object({});

/** Reads the body; a fault is a 400 that names the field. */
export function read${pascal(endpoint.name)}Request(body: unknown): Outcome<v.InferOutput<typeof request>> {
  const parsed = v.safeParse(request, body);
  if (parsed.success) return succeed(parsed.output);
  return reject({ kind: 'invalid', message: parsed.issues[0].message });
}
`
    : ''
}
/** The 200 body. TODO: the fields of the answer. */
export const ${camel(endpoint.name)}Response = v.looseObject({
  status: v.literal('success'),
  data: v.looseObject({ mode: v.picklist(['test', 'live']) }),
});
`;

const handler = (endpoint: NewEndpoint): string => {
  const { method, path, name, room, errorFormat } = endpoint;
  const run = hasBody(endpoint)
    ? `({ body, caller }) => {
    const request = read${pascal(name)}Request(body);
    return request.ok ? ${camel(name)}(caller) : request;
  }`
    : `({ caller }) => ${camel(name)}(caller)`;
  const imported = [
    `${camel(name)}Response`,
    ...(hasBody(endpoint) ? [`read${pascal(name)}Request`] : []),
  ].join(', ');
  return `import { readApiEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { ${camel(name)}UseCase } from '../../shared/${room}/${name}.ts';
import { ${imported} } from './schema.ts';

// TODO: the names of the tables that the function uses: { THINGS_TABLE: text() }.
const env = readApiEnv({});
const ${camel(name)} = ${camel(name)}UseCase();

/** ${method} ${path}. */
export const handler = createApiHandler({
  errorFormat: '${errorFormat}',
  hasBody: ${hasBody(endpoint)},
  response: ${camel(name)}Response,
  responseMismatch: env.RESPONSE_MISMATCH,
  run: ${hasBody(endpoint) ? 'async ' : ''}${run},
});
`;
};

const description = ({ name }: NewEndpoint): string =>
  `import type { OperationDescription } from '../../shared/platform/http/operation-description.ts';
import { ${camel(name)}Response } from './schema.ts';

// TODO: texts for integrators, parameters and errors; npm run openapi reports fields without text.
export const description: OperationDescription = {
  tag: 'Quotes',
  summary: '${pascal(name).replace(/(?<!^)([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)}',
  description: 'TODO: what the operation does.',
  response: {
    schema: ${camel(name)}Response,
    description: 'TODO: the answer.',
    fields: { status: 'Always success.', data: 'TODO.', 'data.mode': 'Mode of the key.' },
  },
  errors: [],
};
`;

const apiSuite = (endpoint: NewEndpoint): string => {
  const { method, path, name } = endpoint;
  const sample = path.replace(/\{[^}]*\}/g, 'TODO');
  const body = hasBody(endpoint) ? ', body: {}' : '';
  return `import { beforeAll, describe, expect, it } from '@jest/globals';
import { createOrganization, type ServiceUnderTest } from '../../support/service-under-test.ts';

/** ${method} ${path} over HTTP. */
export function ${camel(name)}Suite(service: () => ServiceUnderTest): void {
  describe('${method} ${path}', () => {
    let key: string;
    beforeAll(async () => {
      ({ apiKey: key } = await createOrganization(service()));
    }, 60_000);

    it('answers 200 to an API key', async () => {
      const { status, json } = await service().call('${method}', '${sample}', { key${body} });
      expect({ status, json }).toEqual({ status: 200, json: { status: 'success', data: { mode: 'test' } } });
    });

    it('answers 401 without an API key', async () => {
      const { status } = await service().call('${method}', '${sample}'${body && ', { body: {} }'});
      expect(status).toBe(401);
    });

    it('keeps organizations apart and rejects bad input', () => {
      throw new Error('TODO: call as a second organization, and with every kind of bad input.');
    });
  });
}
`;
};

/** The files of a new endpoint, by their paths from the root. */
export const filesOfEndpoint = (endpoint: NewEndpoint): Readonly<Record<string, string>> => {
  const { name, room } = endpoint;
  return {
    [`shared/${room}/${name}.ts`]: useCase(endpoint),
    [`test/unit/${room}/${name}.test.ts`]: useCaseTest(endpoint),
    [`functions/${name}/schema.ts`]: schema(endpoint),
    [`functions/${name}/handler.ts`]: handler(endpoint),
    [`functions/${name}/description.ts`]: description(endpoint),
    [`test/api/suites/${name}-suite.ts`]: apiSuite(endpoint),
  };
};

/** The row of the table of operations in `lib/functions/endpoints.ts`. */
export const rowOfEndpoint = ({ method, path, name, errorFormat }: NewEndpoint): string => `
  {
    method: '${method}',
    path: '${path}',
    function: '${name}',
    errorFormat: '${errorFormat}',
    tables: {},
    data: [],
    memoryMb: 512,
    timeoutSeconds: 10,
    // TODO: what callers lose while it fails; the text of its alarm.
    impact: 'Callers of ${method} ${path} fail.',
  },`;

/** The suite's import and call in `test/api/suites/every-stage-suite.ts`. */
export const suiteOfEndpoint = ({ name }: NewEndpoint) => ({
  imported: `import { ${camel(name)}Suite } from './${name}-suite.ts';\n`,
  called: `  ${camel(name)}Suite(service);\n`,
});
