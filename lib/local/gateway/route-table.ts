import type { RouteModel } from '../template/service-model.ts';

export type RouteMatch =
  | {
      readonly found: true;
      readonly route: RouteModel;
      readonly pathParameters: Readonly<Record<string, string>> | null;
    }
  | { readonly found: false; readonly reason: 'unknown' | 'malformed' };

/** A path segment as sent and decoded; an escaped slash stays inside its segment. */
interface Segment {
  readonly raw: string;
  readonly decoded: string;
}

function segmentsOf(path: string): Segment[] | undefined {
  try {
    // API Gateway ignores one trailing slash.
    const raw = path.replace(/^\//, '').replace(/\/$/, '').split('/');
    return raw.map((segment) => ({ raw: segment, decoded: decodeURIComponent(segment) }));
  } catch {
    return undefined;
  }
}

const PARAMETER = /^\{([\w.:-]+)(\+?)\}$/;

/** Sort key: in each segment, fixed text precedes a parameter, and a parameter precedes a greedy one; ANY is last. */
function preference({ resourcePath, method }: RouteModel): string {
  const ranks = resourcePath.split('/').map((part) => {
    const [, name, greedy] = PARAMETER.exec(part) ?? [];
    if (name === undefined) return 0;
    return greedy === '+' ? 2 : 1;
  });
  return `${ranks.join('')} ${method === 'ANY' ? 1 : 0}`;
}

/**
 * Finds the method of a call in the preference order of API Gateway. A path without that method is skipped.
 */
export function createRouteTable(routes: readonly RouteModel[]) {
  const preferred = routes.toSorted((a, b) => (preference(a) < preference(b) ? -1 : 1));

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

/** Parameter values if the segments match the pattern; still escaped, as in a REST API. */
function match(pattern: readonly string[], segments: readonly Segment[]): Record<string, string> | undefined {
  const values: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const [, name, greedy] = PARAMETER.exec(part) ?? [];
    const segment = segments[index];
    if (segment === undefined || (name !== undefined && segment.raw === '')) return undefined;
    if (name !== undefined && greedy === '+') {
      values[name] = segments
        .slice(index)
        .map(({ raw }) => raw)
        .join('/');
      return values;
    }
    if (name !== undefined) values[name] = segment.raw;
    else if (part !== segment.decoded) return undefined;
  }
  return pattern.length === segments.length ? values : undefined;
}
