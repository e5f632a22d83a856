import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRouteTable } from '../../../../lib/local/gateway/route-table.ts';
import type { RouteModel } from '../../../../lib/local/template/service-model.ts';

/** Routes given as "GET /path". */
function table(...operations: string[]) {
  const find = createRouteTable(
    operations.map((operation): RouteModel => {
      const [method = '', resourcePath = ''] = operation.split(' ');
      return { method, resourcePath, resourceId: operation, apiKeyRequired: true, functionArn: operation };
    }),
  );
  return (call: string) => {
    const [method = '', path = ''] = call.split(' ');
    const match = find(method, path);
    return match.found ? [match.route.resourceId, match.pathParameters] : [match.reason];
  };
}

const quotes = table('GET /quotes', 'POST /quotes', 'GET /quotes/{quote_id}', 'GET /quotes/summary', 'GET /');

describe('the route table', () => {
  it.each<[string, unknown[]]>([
    ['GET /quotes', ['GET /quotes', null]],
    ['POST /quotes', ['POST /quotes', null]],
    ['GET /quotes/Q-1', ['GET /quotes/{quote_id}', { quote_id: 'Q-1' }]],
    ['GET /quotes/summary', ['GET /quotes/summary', null]],
    ['GET /quotes/', ['GET /quotes', null]],
    ['GET /quotes/Q-1/', ['GET /quotes/{quote_id}', { quote_id: 'Q-1' }]],
    ['GET /', ['GET /', null]],
    ['DELETE /quotes', ['unknown']],
    ['HEAD /quotes', ['unknown']],
    ['OPTIONS /quotes', ['unknown']],
    ['GET /Quotes', ['unknown']],
    ['GET /quotes/Q-1/more', ['unknown']],
    ['GET /quotes//', ['unknown']],
    ['GET //quotes', ['unknown']],
    ['GET /quote', ['unknown']],
  ])('finds the method of %s, if there is one', (call, expected) => {
    expect(quotes(call)).toEqual(expected);
  });

  it.each<[string, unknown[]]>([
    ['GET /quotes/a%2Fb', ['GET /quotes/{quote_id}', { quote_id: 'a%2Fb' }]],
    ['GET /quotes/a+b%20c', ['GET /quotes/{quote_id}', { quote_id: 'a+b%20c' }]],
    ['GET /quotes/%E2%9C%93', ['GET /quotes/{quote_id}', { quote_id: '%E2%9C%93' }]],
    ['GET /%71uotes', ['GET /quotes', null]],
    ['GET /x/..%2Fquotes', ['unknown']],
    ['GET /x/../quotes', ['unknown']],
    ['GET /./quotes', ['unknown']],
    ['GET /x%2F..%2Fquotes', ['unknown']],
    ['GET /quotes/..', ['GET /quotes/{quote_id}', { quote_id: '..' }]],
    ['GET /quotes/%2e%2e%2fquotes', ['GET /quotes/{quote_id}', { quote_id: '%2e%2e%2fquotes' }]],
  ])('keeps escaped characters and dots inside their segment: %s', (call, expected) => {
    expect(quotes(call)).toEqual(expected);
  });

  it.each(['GET /quotes/%', 'GET /quotes/%zz', 'GET /%E0%A4%A/x'])('reports %s as malformed', (call) => {
    expect(quotes(call)).toEqual(['malformed']);
  });

  it('assigns the rest of the path to a greedy parameter, but not an empty rest', () => {
    const find = table('ANY /files/{proxy+}', 'GET /files');

    expect(find('PUT /files/a/b%2Fc')).toEqual(['ANY /files/{proxy+}', { proxy: 'a/b%2Fc' }]);
    expect(find('GET /files')).toEqual(['GET /files', null]);
    expect(find('PUT /files')).toEqual(['unknown']);
  });

  it('uses a greedy parameter if the more specific path does not have the method', () => {
    const find = table('GET /jobs/{kind}', 'ANY /{proxy+}');

    expect(find('GET /jobs/reboot')).toEqual(['GET /jobs/{kind}', { kind: 'reboot' }]);
    expect(find('POST /jobs/reboot')).toEqual(['ANY /{proxy+}', { proxy: 'jobs/reboot' }]);
  });

  it('prefers fixed text to parameters, from left to right, in any order of the template', () => {
    const operations = [
      'ANY /{proxy+}',
      'GET /{tenant}/quotes',
      'GET /quotes/{quote_id}',
      'GET /quotes/{rest+}',
      'ANY /quotes/summary',
      'GET /quotes/summary',
    ];
    const calls = [
      'GET /quotes/quotes',
      'GET /acme/quotes',
      'GET /quotes/summary',
      'GET /quotes/a/b',
      'GET /x',
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(operations, { minLength: operations.length }), (shuffled) => {
        const find = table(...shuffled);
        expect(calls.map((call) => find(call)[0])).toEqual([
          'GET /quotes/{quote_id}',
          'GET /{tenant}/quotes',
          'GET /quotes/summary',
          'GET /quotes/{rest+}',
          'ANY /{proxy+}',
        ]);
      }),
    );
  });

  it('finds each route by a path made from its pattern, and returns the escaped values', () => {
    const name = fc.stringMatching(/^[a-z][\w.-]{0,8}$/);
    const value = fc.string({ unit: 'grapheme', minLength: 1 });
    const segment = fc.oneof(
      name.map((text) => ({ pattern: text, path: text, values: {} })),
      fc.tuple(name, value).map(([key, one]) => ({
        pattern: `{${key}}`,
        path: encodeURIComponent(one),
        values: { [key]: encodeURIComponent(one) },
      })),
    );
    const tail = fc.tuple(name, fc.array(value, { minLength: 1, maxLength: 3 })).map(([key, rest]) => ({
      pattern: `{${key}+}`,
      path: rest.map(encodeURIComponent).join('/'),
      values: { [key]: rest.map(encodeURIComponent).join('/') },
    }));
    const route = fc
      .tuple(fc.uniqueArray(segment, { selector: ({ pattern }) => pattern, maxLength: 5 }), fc.option(tail))
      .map(([segments, last]) => (last === null ? segments : [...segments, last]))
      .filter((parts) => {
        const names = parts.flatMap(({ values }) => Object.keys(values));
        return parts.length > 0 && new Set(names).size === names.length;
      });
    fc.assert(
      fc.property(route, fc.boolean(), (parts, slash) => {
        const operation = `GET /${parts.map(({ pattern }) => pattern).join('/')}`;
        const path = `/${parts.map((part) => part.path).join('/')}${slash ? '/' : ''}`;
        const values = Object.assign({}, ...parts.map((part) => part.values));
        expect(table(operation)(`GET ${path}`)).toEqual([
          operation,
          Object.keys(values).length > 0 ? values : null,
        ]);
      }),
    );
  });

  it('returns each path parameter as the caller escaped it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (value) => {
        expect(quotes(`GET /quotes/${encodeURIComponent(value)}`)).toEqual([
          value === 'summary' ? 'GET /quotes/summary' : 'GET /quotes/{quote_id}',
          value === 'summary' ? null : { quote_id: encodeURIComponent(value) },
        ]);
      }),
    );
  });

  it('finds a route, no route or a malformed path for any path', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.string(), (path, odd) => {
        for (const call of [`GET ${path}`, `GET /${odd.replaceAll(' ', '')}`]) {
          expect(quotes(call)[0]).toMatch(/^(unknown|malformed|GET \/.*)$/);
        }
      }),
    );
  });
});
