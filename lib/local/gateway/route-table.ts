import type { RouteModel } from '../template/service-model.ts';

export interface RouteMatch {
  readonly route: RouteModel;
  readonly pathParameters: Readonly<Record<string, string>> | null;
}

const PARAMETER = /^\{(\w+)\}$/;

/** Sort key: in each segment, fixed text precedes a parameter. */
const preference = ({ resourcePath }: RouteModel): string =>
  resourcePath
    .split('/')
    .map((part) => (PARAMETER.test(part) ? 1 : 0))
    .join('');

/** Finds the method of a call in the preference order of API Gateway; "malformed" for an invalid escape. */
export function createRouteTable(routes: readonly RouteModel[]) {
  const preferred = routes
    .toSorted((a, b) => (preference(a) < preference(b) ? -1 : 1))
    .map((route) => ({ route, pattern: route.resourcePath.split('/').slice(1) }));
  return (method: string, rawPath: string): RouteMatch | 'malformed' | undefined => {
    // API Gateway ignores one trailing slash. An escaped slash stays inside its segment.
    const raw = rawPath.replace(/^\//, '').replace(/\/$/, '').split('/');
    let decoded: string[];
    try {
      decoded = raw.map(decodeURIComponent);
    } catch {
      return 'malformed';
    }
    for (const { route, pattern } of preferred) {
      if (route.method !== method || pattern.length !== raw.length) continue;
      const names = pattern.map((part) => PARAMETER.exec(part)?.[1]);
      if (
        names.some((name, index) =>
          name === undefined ? pattern[index] !== decoded[index] : raw[index] === '',
        )
      ) {
        continue;
      }
      // Still escaped, as in a REST API.
      const values = names.flatMap((name, index) => (name === undefined ? [] : [[name, raw[index] ?? '']]));
      return { route, pathParameters: values.length > 0 ? Object.fromEntries(values) : null };
    }
    return undefined;
  };
}
