import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** One import of one file. */
export interface Import {
  /** Path of the importing file from the root of the repository. */
  readonly from: string;
  readonly specifier: string;
  /** Path of the imported file from the root; undefined for packages and for built-in modules of Node. */
  readonly target?: string;
  readonly typeOnly: boolean;
}

/** All imports and re-exports in the source of a file, including type imports. */
export function importsOf(from: string, source: string): Import[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^;'"]*?from\s+['"]([^'"]+)['"]|(?:^|\n)import\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;
  return [...source.matchAll(pattern)].map(([, type, named, bare, dynamic]) => {
    const specifier = named ?? bare ?? dynamic ?? '';
    const target = specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : undefined;
    return { from, specifier, typeOnly: type !== undefined, ...(target === undefined ? {} : { target }) };
  });
}

/** Imports of every TypeScript file below these folders. */
export function readImports(folders: readonly string[]): Import[] {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: ROOT },
  );
  return files.flatMap((file) => importsOf(file, readFileSync(join(ROOT, file), 'utf8')));
}

/** Edges between nodes, by their start node. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The graph of imports within the project.
 * @param nodeOf the node of a file: the file itself, or its folder.
 */
export function importGraph(imports: readonly Import[], nodeOf: (file: string) => string): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { from, target } of imports) {
    if (target === undefined || nodeOf(from) === nodeOf(target)) continue;
    graph.set(nodeOf(from), (graph.get(nodeOf(from)) ?? new Set()).add(nodeOf(target)));
  }
  return graph;
}

/** Groups of nodes that reach each other, each sorted (Tarjan's strongly connected components). */
export function circlesOf(graph: Graph): string[][] {
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const open = new Set<string>();
  const circles: string[][] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    lowest.set(node, index.size - 1);
    stack.push(node);
    open.add(node);
    const lower = (to: number) => lowest.set(node, Math.min(lowest.get(node) ?? to, to));
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next);
        lower(lowest.get(next) ?? 0);
      } else if (open.has(next)) {
        lower(index.get(next) ?? 0);
      }
    }
    if (lowest.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    for (const member of circle) open.delete(member);
    if (circle.length > 1) circles.push(circle.toSorted());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return circles;
}
