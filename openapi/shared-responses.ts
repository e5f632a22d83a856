import type { Json } from './json-schema.ts';

type Operations = Record<string, Record<string, Json>>;

const NAMES: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  429: 'TooManyRequests',
  500: 'InternalError',
};

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Replaces error responses that several operations share by references. Of each error format and status, the most frequent
 * response is shared: "QuotesForbidden".
 * @returns the paths, and the components.
 */
export function shareResponses(paths: Operations): {
  readonly paths: Operations;
  readonly responses: Readonly<Record<string, Json>>;
} {
  const uses = new Map<string, Map<string, number>>();
  const nameOf = (operation: Json, status: string) =>
    NAMES[status] && `${capitalized(String(operation['x-error-format']))}${NAMES[status]}`;
  const each = <Result>(change: (operation: Json) => Result): Record<string, Record<string, Result>> =>
    Object.fromEntries(
      Object.entries(paths).map(([path, item]) => [
        path,
        Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, change(operation)])),
      ]),
    );
  each((operation) => {
    for (const [status, response] of Object.entries(operation.responses as Record<string, Json>)) {
      const name = nameOf(operation, status);
      if (name === undefined) continue;
      const counts = uses.get(name) ?? new Map<string, number>();
      const text = JSON.stringify(response);
      uses.set(name, counts.set(text, (counts.get(text) ?? 0) + 1));
    }
  });
  const shared = new Map(
    [...uses].flatMap(([name, counts]) => {
      const [most] = [...counts].sort(([, a], [, b]) => b - a);
      return most !== undefined && most[1] > 1 ? [[name, most[0]] as const] : [];
    }),
  );
  return {
    paths: each((operation) => ({
      ...operation,
      responses: Object.fromEntries(
        Object.entries(operation.responses as Record<string, Json>).map(([status, response]) => {
          const name = nameOf(operation, status);
          return name !== undefined && shared.get(name) === JSON.stringify(response)
            ? [status, { $ref: `#/components/responses/${name}` }]
            : [status, response];
        }),
      ),
    })),
    responses: Object.fromEntries(
      [...shared].sort(([a], [b]) => a.localeCompare(b)).map(([name, text]) => [name, JSON.parse(text)]),
    ),
  };
}
