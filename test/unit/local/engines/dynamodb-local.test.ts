import { randomBytes } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { startDynamoDbLocal } from '../../../../lib/local/engines/dynamodb-local.ts';
import { findJava } from '../../../../lib/local/engines/java.ts';
import { LocalSetupError } from '../../../../lib/local/local-setup-error.ts';
import { createTables } from '../../../../lib/local/template/create-tables.ts';
import { JAVA_DIR } from '../../../support/dynamodb-local.ts';
import { otherAddressesThatAnswer } from '../../../support/other-addresses.ts';
import { temporaryFolders, writeJava } from './stand-in-java.ts';

const temporaryFolder = temporaryFolders();

const BIND_FAILURE = `cat >&2 <<'END'
Exception in thread "main" java.io.IOException: Failed to bind to 0.0.0.0/0.0.0.0:8000
	at org.eclipse.jetty.server.ServerConnector.openAcceptChannel(ServerConnector.java:349)
Caused by: java.net.BindException: Address already in use
	at java.base/sun.nio.ch.Net.bind0(Native Method)
	... 8 more

END
exit 1`;

describe('DynamoDB Local that does not start', () => {
  it.each([
    [
      'Java without memory',
      'echo "Error: Could not create the Java Virtual Machine." >&2; exit 1',
      'Error: Could not create the Java Virtual Machine.',
    ],
    [
      'a stack trace, whose cause is reported',
      BIND_FAILURE,
      'Caused by: java.net.BindException: Address already in use',
    ],
    ['no output', 'exit 1', 'it printed nothing'],
    ['an exit with code 0', 'echo "Goodbye."', 'Goodbye.'],
  ])('causes an error of one line: %s', async (_, script, reason) => {
    const javaPath = writeJava(join(temporaryFolder(), 'java'), script);

    await expect(startDynamoDbLocal({ javaPath })).rejects.toThrow(
      new LocalSetupError(`DynamoDB Local did not start: ${reason}`),
    );
  });

  it('causes an error of one line if Java is missing', async () => {
    await expect(startDynamoDbLocal({ javaPath: '/no/such/java' })).rejects.toThrow(
      /^DynamoDB Local did not start: .*\/no\/such\/java.*$/,
    );
  });

  it('causes an error of one line if its folder is a file, before Java starts', async () => {
    const dataDir = join(temporaryFolder(), 'dynamodb');
    writeFileSync(dataDir, '');

    await expect(startDynamoDbLocal({ javaPath: '/no/such/java', dataDir })).rejects.toThrow(
      new LocalSetupError(`${dataDir} cannot hold a database: EEXIST. Remove it and start again.`),
    );
  });
});

describe('DynamoDB Local', () => {
  it('is not started with its own main class, which sends telemetry', async () => {
    const javaPath = writeJava(
      join(temporaryFolder(), 'java'),
      // One line: the error has the last line of the output.
      'echo "$(tr "\\n" " " < server.xml)" "$@"; exit 1',
    );

    const started = startDynamoDbLocal({ javaPath });
    await expect(started).rejects.toThrow(LocalSetupError);
    await expect(started).rejects.toThrow(/jetty/);
    await expect(started).rejects.not.toThrow(/-jar|ServerRunner|DynamoDBProxyServer/);
  });

  it.each([false, true])('answers only on loopback, without CORS headers (data kept: %j)', async (kept) => {
    const javaPath = await findJava({ localDir: JAVA_DIR });
    const dataDir = join(temporaryFolder(), 'a=b folder', 'dynamodb');
    const temporary = temporaryFolder();
    vi.stubEnv('TMPDIR', temporary);
    const engine = await startDynamoDbLocal({ javaPath, ...(kept ? { dataDir } : {}) });
    try {
      await createTables(engine.endpoint, [TABLE]);
      expect(await otherAddressesThatAnswer(engine.endpoint)).toEqual([]);
      expect(existsSync(join(dataDir, 'shared-local-instance.db'))).toBe(kept);
      const answer = await fetch(engine.endpoint, { headers: { Origin: 'https://pages.example' } });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(globSync('*/*libsqlite4java*', { cwd: temporary })).toHaveLength(1);
    } finally {
      await engine.stop();
    }
    // The library of the engine, nearly 1 MB for each start, is removed with the folder.
    expect(readdirSync(temporary)).toEqual([]);
  });
});

const TABLE = {
  TableName: 'organizations',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' as const }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
};

describe('a corrupt database file', () => {
  it('causes an error when tables are created, instead of an endless wait', async () => {
    const dataDir = join(temporaryFolder(), 'dynamodb');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'shared-local-instance.db'), randomBytes(3_000));
    const javaPath = await findJava({ localDir: JAVA_DIR });
    const engine = await startDynamoDbLocal({ javaPath, dataDir });
    try {
      await expect(createTables(engine.endpoint, [TABLE])).rejects.toThrow();
    } finally {
      await engine.stop();
    }
    await expect(fetch(engine.endpoint)).rejects.toThrow();
  });
});
