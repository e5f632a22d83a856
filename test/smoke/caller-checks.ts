import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { DESCRIPTION_FILE } from '../../bin/build/data-files.ts';
import type { ErrorFormat } from '../../shared/platform/http/rejection.ts';
import { SHARED_QUOTES_PATH } from '../../shared/quotes/sharing/share-document.ts';
import type { Answer, Feature, ServiceUnderTest } from '../support/service-under-test.ts';
import { type Check, type Finding, failed, passed, skipped, unlessWrong } from './check.ts';

/** The service as callers see it. */
export type Called = Pick<ServiceUnderTest, 'call' | 'missing'>;

/** A path of each error format. */
const PATHS: Readonly<Record<ErrorFormat, string>> = {
  rates: '/api/v1/terminals/search?query=elizabeth',
  quotes: '/api/v1/quotes',
  general: '/v1/webhooks',
};

/** The code in an error body; undefined if the body does not have the given error format. */
function codeIn(errorFormat: ErrorFormat, json: unknown): unknown {
  const { success, error } = Object(json) as {
    success?: unknown;
    error?: { code?: unknown; message?: unknown; details?: unknown };
  };
  if (typeof error?.message !== 'string') return undefined;
  if (errorFormat === 'rates') return typeof error.code === 'number' ? error.code : undefined;
  if (errorFormat === 'quotes') return error.details === undefined ? undefined : error.code;
  return success === false ? error.code : undefined;
}

/** What is wrong with a rejection, in words. */
export function faultsOfRejection(
  path: string,
  answer: Answer,
  wanted: { readonly status: number; readonly errorFormat: ErrorFormat },
): string[] {
  if (answer.status !== wanted.status) return [`${path} answers ${answer.status}`];
  return [
    ...(codeIn(wanted.errorFormat, answer.json) === undefined ? [`${path} answers in another shape`] : []),
    ...(answer.headers.get('x-request-id') ? [] : [`${path} names no X-Request-Id`]),
  ];
}

/** Skipped if the engine lacks the feature. */
export const whereItHas = async (
  { missing }: Called,
  feature: Feature,
  look: () => Promise<Finding>,
): Promise<Finding> => (missing.includes(feature) ? skipped(`not on this engine: ${feature}`) : look());

/** What everybody may see. */
export function openChecks(service: Called): Check[] {
  const rejectedWith = async (key?: string) => {
    const faults = Object.entries(PATHS).map(async ([errorFormat, path]) =>
      faultsOfRejection(path, await service.call('GET', path, key === undefined ? {} : { key }), {
        status: 401,
        errorFormat: errorFormat as ErrorFormat,
      }),
    );
    return unlessWrong((await Promise.all(faults)).flat(), '401 in the three error formats');
  };
  return [
    {
      name: 'calls without an API key are rejected',
      run: () => whereItHas(service, 'context-in-gateway-responses', () => rejectedWith()),
    },
    {
      name: 'calls with an unknown API key are rejected',
      run: () => whereItHas(service, 'context-in-gateway-responses', () => rejectedWith('frk_test_wrong')),
    },
    {
      name: 'GET /health shows the deployed version',
      run: async () => {
        const { status, json } = await service.call('GET', '/health');
        const { version } = Object(json);
        const isShown = status === 200 && typeof version === 'string' && version !== '';
        return unlessWrong(isShown ? [] : [`it answers ${status} without a version`], `version ${version}`);
      },
    },
    {
      name: 'GET /openapi.json is the description of this release',
      run: async () => {
        const { status, json } = await service.call('GET', '/openapi.json');
        const expected: unknown = JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8'));
        const isSame = status === 200 && isDeepStrictEqual(json, expected);
        return unlessWrong(isSame ? [] : [`it answers ${status} with another document than openapi.json`]);
      },
    },
    {
      name: 'GET /openapi.json is not sent again to a caller that has it',
      run: async () => {
        const tag = (await service.call('GET', '/openapi.json')).headers.get('etag');
        if (tag === null) return failed('it has no ETag');
        const again = await service.call('GET', '/openapi.json', { headers: { 'If-None-Match': tag } });
        return again.status === 304 ? passed() : failed(`it answers ${again.status}`);
      },
    },
    {
      name: 'an unknown share link gets the page of a link that is not valid',
      run: async () => {
        const { status, headers } = await service.call('GET', `${SHARED_QUOTES_PATH}/unknown`);
        const type = headers.get('content-type');
        const isPage = status === 404 && type?.startsWith('text/html') === true;
        return unlessWrong(isPage ? [] : [`it answers ${status} with the type ${type}`]);
      },
    },
    {
      name: 'a share link with more behind it gets a page of the gateway',
      run: () =>
        whereItHas(service, 'context-in-gateway-responses', async () => {
          const { status, headers } = await service.call('GET', `${SHARED_QUOTES_PATH}/unknown/more`, {
            headers: { accept: 'text/html,*/*;q=0.8' },
          });
          const type = headers.get('content-type');
          const isPage = status === 404 && type?.startsWith('text/html') === true;
          return unlessWrong(isPage ? [] : [`it answers ${status} with the type ${type}`]);
        }),
    },
    {
      name: 'an unknown path gets 404',
      run: async () => {
        const path = '/v1/nothing';
        const answer = await service.call('GET', path);
        return unlessWrong(faultsOfRejection(path, answer, { status: 404, errorFormat: 'general' }));
      },
    },
  ];
}

const READS: readonly (readonly [name: string, path: string, has: (json: unknown) => boolean])[] = [
  ['terminals are found', PATHS.rates, (json) => Object(json).data?.length > 0],
  ['places are suggested', '/api/v1/places/search?query=savannah', (json) => Object(json).data?.length > 0],
  ['usage is readable', '/api/v1/usage', (json) => Object(json).status === 'success'],
  [
    'the organization is readable',
    '/api/v1/organization',
    (json) => Object(json).data?.id?.startsWith('org_') && Object(json).data.scopes?.includes('read'),
  ],
  [
    'the contribution to the market is readable',
    '/api/v1/market/summary',
    (json) => typeof Object(json).data?.shared === 'boolean',
  ],
  ['contract rates are listed', '/api/v1/contract-rates', (json) => Array.isArray(Object(json).rates)],
  ['RFPs are listed', '/api/v1/rfps', (json) => Array.isArray(Object(json).rfps)],
  ['quotes are listed', PATHS.quotes, (json) => Array.isArray(Object(json).quotes)],
  ['share links are listed', '/api/v1/shares', (json) => Array.isArray(Object(json).shares)],
  ['accessorials are listed', '/api/v1/accessorials', (json) => Object(json).accessorials?.length > 0],
  ['the pricing strategy is read', '/api/v1/pricing-strategy', (json) => typeof json === 'object'],
  [
    'the versions of the pricing strategy are listed',
    '/api/v1/pricing-strategy/history',
    (json) => Array.isArray(Object(json).versions),
  ],
  ['webhooks are listed', PATHS.general, (json) => Array.isArray(Object(json).data)],
  ['keys are listed', '/api/v1/keys', (json) => Object(json).data?.length > 0],
  ['the audit log is readable', '/api/v1/audit-log', (json) => Array.isArray(Object(json).data)],
];

/** Reads that need the scope `admin`. */
const NEEDS_ADMIN = ['/api/v1/keys', '/api/v1/audit-log'];

/** What a key may read; nothing is changed, and nothing is counted as usage. */
export function readingChecks(service: Called, key: string): Check[] {
  return [
    ...READS.map(([name, path, has]) => ({
      name,
      run: async () => {
        const { status, json } = await service.call('GET', path, { key });
        if (status === 403 && NEEDS_ADMIN.includes(path)) return skipped('the key has no scope admin');
        if (status !== 200) return failed(`${path} answers ${status}`);
        return has(json) ? passed() : failed(`${path} answers something else`);
      },
    })),
    {
      name: 'the API key is accepted in x-api-key and as Bearer token',
      run: () =>
        whereItHas(service, 'x-api-key-of-the-caller', async () => {
          const { status } = await service.call('GET', PATHS.quotes, {
            headers: { Authorization: `Bearer ${key}` },
          });
          return status === 200 ? passed() : failed(`Bearer answers ${status}`);
        }),
    },
    {
      name: 'a body that is not UTF-8 is rejected',
      run: async () => {
        const path = '/api/v1/rates';
        const raw = Buffer.from('[{"originTerminal":"\xff"}]', 'latin1');
        const answer = await service.call('POST', path, { key, raw });
        const isNamed = JSON.stringify(answer.json).includes('UTF-8');
        return unlessWrong([
          ...faultsOfRejection(path, answer, { status: 400, errorFormat: 'rates' }),
          ...(isNamed ? [] : ['the answer does not name UTF-8']),
        ]);
      },
    },
    {
      name: 'invalid requests are rejected in the error format of the path',
      run: async () => {
        const faults = Object.entries({
          rates: '/api/v1/terminals/search?limit=0',
          quotes: '/api/v1/quotes?limit=0',
        } as const).map(async ([errorFormat, path]) =>
          faultsOfRejection(path, await service.call('GET', path, { key }), {
            status: 400,
            errorFormat: errorFormat as ErrorFormat,
          }),
        );
        return unlessWrong((await Promise.all(faults)).flat());
      },
    },
  ];
}
