import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findJava, type JavaInstaller } from '../../../../lib/local/engines/java.ts';
import { LocalSetupError } from '../../../../lib/local/local-setup-error.ts';
import { saysVersion, temporaryFolders, writeJava } from './stand-in-java.ts';

const temporaryFolder = temporaryFolders();
const noInstaller: JavaInstaller = async () => {
  throw new Error('nothing is to be fetched here');
};

/** A machine with these Java programs in JAVA_HOME and PATH; "" means no Java. */
function machine({ home = '', path = '' }: { home?: string; path?: string }) {
  const [homeDir, pathDir] = [temporaryFolder(), temporaryFolder()];
  if (home !== '') writeJava(join(homeDir, 'bin/java'), home);
  if (path !== '') writeJava(join(pathDir, 'java'), path);
  return { home: join(homeDir, 'bin/java'), environment: { JAVA_HOME: homeDir, PATH: pathDir } };
}

/** An installer that writes Java to the path of Temurin on Linux and counts its calls. */
function standIn(version = '17.0.10', below = 'jdk-17.0.10+7-jre/bin/java') {
  return vi.fn<JavaInstaller>(async (folder) => {
    writeJava(join(folder, 'jre', below), saysVersion(version));
  });
}

let printed: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(() => printed.mockRestore());

describe('Java of the machine', () => {
  it.each(['1.8.0_392', '11.0.2', '17.0.10', '21', '25-ea'])(
    'is used if its version is %s',
    async (version) => {
      const { environment } = machine({ path: saysVersion(version) });

      expect(await findJava({ localDir: temporaryFolder(), environment, install: noInstaller })).toBe('java');
    },
  );

  it('is taken from JAVA_HOME before PATH', async () => {
    const { home, environment } = machine({ home: saysVersion('17.0.10'), path: saysVersion('21') });

    expect(await findJava({ localDir: temporaryFolder(), environment, install: noInstaller })).toBe(home);
  });

  it.each([
    ['is too old', saysVersion('1.7.0_80')],
    ['does not run', 'exit 1'],
    ['prints nothing', 'exit 0'],
    ['is missing', ''],
  ])('is taken from PATH if that of JAVA_HOME %s', async (_, home) => {
    const { environment } = machine({ home, path: saysVersion('17.0.10') });

    expect(await findJava({ localDir: temporaryFolder(), environment, install: noInstaller })).toBe('java');
  });

  it('is taken from PATH if JAVA_HOME is unset or empty', async () => {
    const { environment } = machine({ path: saysVersion('17.0.10') });
    const search = { localDir: temporaryFolder(), install: noInstaller };

    expect(await findJava({ ...search, environment: { PATH: environment.PATH } })).toBe('java');
    expect(await findJava({ ...search, environment: { ...environment, JAVA_HOME: '' } })).toBe('java');
  });
});

describe('a machine without a suitable Java', () => {
  it.each([
    ['no Java', {}],
    ['Java that is too old', { path: saysVersion('1.7.0_80') }],
  ])('downloads a private Java once: %s', async (_, javas) => {
    const localDir = temporaryFolder();
    const { environment } = machine(javas);
    const install = standIn();

    const first = await findJava({ localDir, environment, install });
    const second = await findJava({ localDir, environment, install });

    expect(first).toBe(join(localDir, 'java/jre/jdk-17.0.10+7-jre/bin/java'));
    expect(second).toBe(first);
    expect(install).toHaveBeenCalledTimes(1);
    expect(readdirSync(localDir)).toEqual(['java']);
    expect(printed.mock.calls).toEqual([[expect.stringContaining('downloading it')]]);
  });

  it('finds the private Java in the folders of macOS', async () => {
    const localDir = temporaryFolder();
    const install = standIn('17.0.10', 'jdk-17.0.10+7-jre/Contents/Home/bin/java');

    const java = await findJava({ localDir, environment: machine({}).environment, install });

    expect(java).toBe(join(localDir, 'java/jre/jdk-17.0.10+7-jre/Contents/Home/bin/java'));
  });

  it('downloads Java to a folder that does not exist yet', async () => {
    const localDir = join(temporaryFolder(), 'new/.local');

    const java = await findJava({ localDir, environment: machine({}).environment, install: standIn() });

    expect(java).toContain(localDir);
  });

  it('replaces a private Java that no longer runs', async () => {
    const localDir = temporaryFolder();
    writeJava(join(localDir, 'java/jre/old/bin/java'), 'exit 127');
    const install = standIn();

    const java = await findJava({ localDir, environment: machine({}).environment, install });

    expect(java).toContain('jdk-17.0.10');
    expect(readdirSync(join(localDir, 'java/jre'))).toEqual(['jdk-17.0.10+7-jre']);
  });

  it('reports an error of one line if the download fails, and keeps no partial files', async () => {
    const localDir = temporaryFolder();
    const install: JavaInstaller = async (folder) => {
      writeJava(join(folder, 'jre/half/bin/java'), saysVersion('17.0.10'));
      writeFileSync(join(folder, 'archive.tar.gz'), 'half');
      throw new Error('connect ETIMEDOUT 192.0.2.1:443\n    at somewhere');
    };

    const failure = await findJava({ localDir, environment: machine({}).environment, install }).catch(
      (error: unknown) => error,
    );

    expect(failure).toBeInstanceOf(LocalSetupError);
    const { message } = failure as LocalSetupError;
    expect(message).toMatch(
      /^DynamoDB Local needs Java 8 or newer, .*\(connect ETIMEDOUT 192\.0\.2\.1:443\).*JAVA_HOME\.$/,
    );
    expect(readdirSync(localDir)).toEqual([]);
  });

  it('tries the download again at the next start', async () => {
    const search = { localDir: temporaryFolder(), environment: machine({}).environment };
    await expect(findJava({ ...search, install: noInstaller })).rejects.toThrow('nothing is to be fetched');

    expect(await findJava({ ...search, install: standIn() })).toContain('jdk-17.0.10');
  });

  it('does not use the files of an interrupted download', async () => {
    const localDir = temporaryFolder();
    writeJava(join(localDir, 'java-unfinished-a1b2c3/jre/half/bin/java'), saysVersion('17.0.10'));
    const install = standIn();

    const java = await findJava({ localDir, environment: machine({}).environment, install });

    expect(install).toHaveBeenCalledTimes(1);
    expect(java).toContain(join(localDir, 'java/'));
  });

  it.each([
    ['does not run on the machine', 'exec /no/such/loader'],
    ['is too old', saysVersion('1.6.0_45')],
  ])('reports an error of one line if the downloaded Java %s', async (_, script) => {
    const localDir = temporaryFolder();
    const install: JavaInstaller = async (folder) => {
      writeJava(join(folder, 'jre/bin/java'), script);
    };

    await expect(findJava({ localDir, environment: machine({}).environment, install })).rejects.toThrow(
      new LocalSetupError(
        `The Java downloaded to ${join(localDir, 'java')} does not run on this machine. Install Java, or set JAVA_HOME.`,
      ),
    );
  });
});
