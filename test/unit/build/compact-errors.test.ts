import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as sdk from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { compactErrors } from '../../../bin/build/compact-errors.ts';

const require = createRequire(import.meta.url);
const ERRORS = join(dirname(require.resolve('@aws-sdk/client-dynamodb')), '../dist-es/models/errors.js');

type Made = Error & Readonly<Record<string, unknown>>;
type ErrorClass = new (options: object) => Made;

/** The compact errors as a bundle has them. */
async function compact(): Promise<Readonly<Record<string, ErrorClass>>> {
  const source = compactErrors(await readFile(ERRORS, 'utf8'));
  const body = source.replace(/^import .*$/m, '').replaceAll(/export (const|class) (\w+)/g, '$1 $2');
  const names = [...source.matchAll(/export (?:const|class) (\w+)/g)].map(([, name]) => name);
  return new Function('__BaseException', `${body}\nreturn { ${names.join(', ')} };`)(
    sdk.DynamoDBServiceException,
  );
}

describe('compact errors of the SDK', () => {
  it('are all there, and say what those of the SDK say', async () => {
    const ours = await compact();
    const theirs = sdk as unknown as Readonly<Record<string, ErrorClass>>;
    expect(Object.keys(ours).length).toBeGreaterThan(30);
    for (const [name, Ours] of Object.entries(ours)) {
      const Theirs = theirs[name];
      if (Theirs === undefined) throw new Error(`The SDK has no ${name}`);
      const options = {
        ...{ $metadata: { httpStatusCode: 400 }, message: 'No', Message: 'No', Item: { a: 1 } },
        ...{ CancellationReasons: [{ Code: 'None' }], ThrottlingReasons: [], throttlingReasons: [] },
      };
      const [our, their] = [new Ours(options), new Theirs(options)];
      expect(our).toBeInstanceOf(Ours);
      expect(our).toBeInstanceOf(sdk.DynamoDBServiceException);
      expect({ ...our, message: our.message }).toEqual({ ...their, message: their.message });
      expect(Object(Ours).shapeId).toBe(Object(Theirs).shapeId);
    }
  });

  it('are refused where the SDK writes them otherwise', () => {
    expect(() => compactErrors('export class A extends B {}')).toThrow('not written as they were');
  });
});
