import { text } from 'node:stream/consumers';
import { checkSync } from 'recheck';

/**
 * Reads `[{ pattern, flags }]` from stdin and prints, as JSON, those that do not take linear time. A program of its own:
 * the checker takes five times as long in a test's context.
 */
interface Expression {
  readonly pattern: string;
  readonly flags: string;
}

function slowness({ pattern, flags }: Expression): readonly string[] {
  const found = checkSync(pattern, flags, { timeout: 60_000 });
  if (found.status === 'safe') return [];
  const how = found.status === 'vulnerable' ? found.complexity.summary : `not decided: ${found.error.kind}`;
  return [`/${pattern}/${flags} is ${how}`];
}

const expressions = JSON.parse(await text(process.stdin)) as readonly Expression[];
process.stdout.write(JSON.stringify(expressions.flatMap(slowness)));
