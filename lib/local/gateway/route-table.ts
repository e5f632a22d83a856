import type { RouteModel } from '../template/service-model.ts';

export type RouteMatch =
  | {
      readonly found: true;
      readonly route: RouteModel;
      readonly pathParameters: Readonly<Record<string, string>> | null;
    }
  | { readonly found: false; readonly reason: 'unknown' | 'malformed' };

/** Decodes each segment of a raw path by itself: an escaped slash stays inside its segment. */
function segmentsOf(path: string): string[] | undefined {
  try {
    // API Gateway takes a path with one slash at its end for the same path without it.
    return path.replace(/^\//, '').replace(/\/$/, '').split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

const PARAMETER = /^\{(\w+)(\+?)\}$/;

/** Finds the method of a call: fixed segments before parameters, as API Gateway prefers them. */
export function createRouteTable(routes: readonly RouteModel[]) {
  const parameters = ({ resourcePath }: RouteModel) =>
    resourcePath.split('/').filter((part) => PARAMETER.test(part)).length;
  const preferred = routes.toSorted((a, b) => parameters(a) - parameters(b));

  return (method: string, rawPath: string): RouteMatch => {
    const segments = segmentsOf(rawPath);
    if (segments === undefined) return { found: false, reason: 'malformed' };
    for (const route of preferred) {
      if (route.method !== method && route.method !== 'ANY') continue;
      const values = match(route.resourcePath.replace(/^\//, '').split('/'), segments);
      if (values !== undefined) {
        const pathParameters = Object.keys(values).length > 0 ? values : null;
        return { found: true, route, pathParameters };
      }
    }
    return { found: false, reason: 'unknown' };
  };
}

/** The parameters' values when the segments fit the pattern. */
function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const values: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const [, name, greedy] = PARAMETER.exec(part) ?? [];
    const segment = segments[index];
    if (segment === undefined || (name !== undefined && segment === '')) return undefined;
    if (name !== undefined && greedy === '+') {
      values[name] = segments.slice(index).join('/');
      return values;
    }
    if (name !== undefined) values[name] = segment;
    else if (part !== segment) return undefined;
  }
  return pattern.length === segments.length ? values : undefined;
}
