import { describe, expect, it } from '@jest/globals';
import { CommandFailedError } from '../../../bin/freight/failures/command-errors.ts';
import { commandLineUnderTest } from '../../support/command-line-under-test.ts';

describe('a command that is not understood', () => {
  it.each([
    [['org']],
    [['organization']],
    [['org', 'create']],
    [['org', 'create', '--name']],
    [['org', 'create', '--name', '']],
    [['org', 'create', '--name', 'Acme', '--usage-limit', 'many']],
    [['org', 'create', '--name', 'Acme', '--usage-limit', '-5']],
    [['org', 'create', '--name', 'Acme', '--plan', 'gold']],
    [['org', 'create', '--name', 'Acme', '--plan', 'enterprise']],
    [['org', 'create', '--name', 'Acme', '--requests-per-minute', '10']],
    [['org', 'show']],
    [['org', 'show', 'org_a', 'org_b']],
    [['org', 'show', 'org_a', '--loudly']],
    [['key', 'create']],
    [['key', 'create', 'org_a', '--no-org']],
    [['key', 'create', 'org_a', '--scopes', 'admin']],
    [['key', 'create', 'org_a', '--scopes', '']],
  ])('%j ends with 2 and says why', async (args) => {
    const { freight, gateway } = commandLineUnderTest();

    const { exitCode, printed, complaints } = await freight(...args);

    expect({ exitCode, printed }).toEqual({ exitCode: 2, printed: '' });
    expect(complaints).not.toBe('');
    expect(gateway.keys.size).toBe(0);
  });
});

describe('a command that is refused', () => {
  it.each([
    [['org', 'show', 'org_none']],
    [['org', 'suspend', 'org_none']],
    [['org', 'plan', 'org_none', 'standard']],
    [['key', 'create', 'org_none']],
    [['key', 'list', 'org_none']],
    [['key', 'revoke', 'key_none']],
  ])('%j ends with 1 and one line', async (args) => {
    const { exitCode, printed, complaints } = await commandLineUnderTest().freight(...args);

    expect({ exitCode, printed }).toEqual({ exitCode: 1, printed: '' });
    expect(complaints).toMatch(/^There is no (organization|key) \w+_none\.$/);
  });

  it('ends with 1 where no service is found', async () => {
    const { freight, connect } = commandLineUnderTest();
    connect.mockRejectedValue(new CommandFailedError('Nobody is here.'));

    await expect(freight('org', 'show', 'org_a')).resolves.toEqual({
      exitCode: 1,
      printed: '',
      complaints: 'Nobody is here.',
    });
  });
});

describe('the options of every command', () => {
  it('name the deployment, wherever they stand', async () => {
    const { freight, connect } = commandLineUnderTest();

    await freight('--environment', 'dev', 'org', 'create', '--name', 'Acme');
    await freight('org', 'create', '--name', 'Acme', '--json', '--environment', 'staging');
    await freight('org', 'create', '--name', 'Acme');

    expect(connect.mock.calls.map(([environment]) => environment)).toEqual(['dev', 'staging', undefined]);
  });

  it('show help and end with 0', async () => {
    const { exitCode, printed } = await commandLineUnderTest().freight('org', 'create', '--help');

    expect(exitCode).toBe(0);
    expect(printed).toContain('--requests-per-minute');
  });
});
