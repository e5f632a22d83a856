import { describe, expect, it } from 'vitest';
import type { NetworkVersion } from '../../../../bin/freight/connection/search-release.ts';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';

const version = (name: string, number: string, ...aliases: string[]): NetworkVersion => ({
  function: name,
  functionName: `freight-prod-${name}`,
  version: number,
  aliases,
});
const RELEASE = ['--environment', 'prod', 'search', 'release'];

/** After the deployment with the embedded search. */
function deployed() {
  const test = commandLineUnderTest();
  test.searchNetwork.versions.push(
    version('search-terminals', '3'),
    version('search-terminals', '4'),
    version('index-terminals', '$LATEST'),
    version('reindex-terminals', '$LATEST'),
  );
  test.searchNetwork.interfaces.push({ id: 'eni-1', type: 'lambda', description: 'AWS Lambda VPC ENI' });
  const left = () => test.searchNetwork.versions.map((one) => `${one.function}:${one.version}`);
  return { ...test, left };
}

describe('freight search release', () => {
  it('deletes old versions, not the functions of the stack, and prints the interfaces that are left', async () => {
    const { freight, left } = deployed();
    const { exitCode, printed, complaints } = await freight(...RELEASE, '--confirm', 'prod');
    expect({ exitCode, complaints }).toEqual({
      exitCode: 0,
      complaints: 'search-terminals:3\nsearch-terminals:4',
    });
    expect(left()).toEqual(['index-terminals:$LATEST', 'reindex-terminals:$LATEST']);
    expect(printed.split('\n')).toEqual([
      '2 function versions deleted.',
      'eni-1  lambda  AWS Lambda VPC ENI',
      '1 network interfaces are left: the deletion of the stack releases those of the domain and of its own functions.',
      'Next: delete the stack freight-prod-search.',
    ]);
  });

  it('deletes nothing in a dry run, and lists what it would delete', async () => {
    const { freight, left } = deployed();
    const { exitCode, printed } = await freight(...RELEASE, '--dry-run');
    expect(exitCode).toBe(0);
    expect(printed).toContain(
      'search-terminals:3\nsearch-terminals:4\n2 function versions would be deleted.',
    );
    expect(left()).toHaveLength(4);
  });

  it('deletes nothing without the name of the environment', async () => {
    const { freight, left } = deployed();
    expect((await freight(...RELEASE)).exitCode).toBe(2);
    expect((await freight(...RELEASE, '--confirm', 'staging')).exitCode).toBe(1);
    expect(left()).toHaveLength(4);
  });

  it.each([
    ['$LATEST', []],
    ['5', ['live']],
  ])('deletes nothing while version %s answers calls in the network', async (number, aliases) => {
    const { freight, left, searchNetwork } = deployed();
    searchNetwork.versions.push(version('search-terminals', number, ...aliases));
    const { exitCode, complaints } = await freight(...RELEASE, '--confirm', 'prod');
    expect(exitCode).toBe(1);
    expect(complaints).toContain(`search-terminals:${number}`);
    expect(complaints).toContain("Deploy prod with terminalSearch 'embedded' first");
    expect(left()).toHaveLength(5);
  });

  it('can be repeated: the second run deletes nothing', async () => {
    const { freight, json } = deployed();
    await freight(...RELEASE, '--confirm', 'prod');
    expect(await json(...RELEASE)).toMatchObject({ environment: 'prod', dryRun: false, versions: [] });
  });

  it('is for a deployment only', async () => {
    const { freight } = commandLineUnderTest();
    const { exitCode, complaints } = await freight('search', 'release', '--dry-run');
    expect(exitCode).toBe(1);
    expect(complaints).toContain('Name a deployment with --environment.');
  });
});
