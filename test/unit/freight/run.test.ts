import { describe, expect, it } from 'vitest';
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
    [['key', 'create', 'org_a', '--scopes', 'owner']],
    [['key', 'create', 'org_a', '--scopes', '']],
  ])('%j ends with 2 and says why', async (args) => {
    const { freight, gateway } = commandLineUnderTest();

    const { exitCode, printed, complaints } = await freight(...args);

    expect({ exitCode, printed }).toEqual({ exitCode: 2, printed: '' });
    expect(complaints).not.toBe('');
    expect(gateway.keys.size).toBe(0);
  });
});

describe('a command that is rejected', () => {
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
    expect(complaints).toMatch(/^There is no (organization|key) \w+_none[.:][^\n]*$/);
  });

  it('ends with 1 where no service is found', async () => {
    const { freight, connect } = commandLineUnderTest();
    connect.mockRejectedValue(new CommandFailedError('The service is not running.'));

    await expect(freight('org', 'show', 'org_a')).resolves.toEqual({
      exitCode: 1,
      printed: '',
      complaints: 'The service is not running.',
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

describe('freight --version', () => {
  it.each(['--version', '-V'])('%s prints the version of the package', async (flag) => {
    const { freight, json } = commandLineUnderTest();

    await expect(freight(flag)).resolves.toMatchObject({
      exitCode: 0,
      printed: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    await expect(json(flag)).resolves.toEqual({ version: expect.any(String) });
  });
});

describe('freight --help', () => {
  const commandsIn = (text: string): string[] =>
    [...text.matchAll(/^ {2}([a-z][a-z-]*)( |$)/gm)].map(([, name = '']) => name);
  const subcommandsIn = (text: string): string[] =>
    commandsIn((text.split('\nCommands:\n')[1] ?? '').split('\n\n')[0] ?? '');
  const help = async (...path: readonly string[]): Promise<string> =>
    (await commandLineUnderTest().freight(...path, '--help')).printed;
  it('lists all commands in groups', async () => {
    const text = await help();

    const groups = text.split('\n\n').flatMap((block) => {
      const [, heading] = /^(\w+):\n/.exec(block) ?? [];
      return heading === undefined || heading === 'Options' ? [] : [[heading, commandsIn(block)]];
    });
    expect(Object.fromEntries(groups)).toEqual({
      Tenants: ['org', 'key', 'usage'],
      Pricing: ['rate', 'strategy', 'accessorials', 'diesel', 'market', 'quotes', 'contract-rates', 'rfp'],
      Catalogue: ['terminals', 'search'],
      Webhooks: ['listen', 'trigger', 'event'],
      Agents: ['mcp'],
      Operations: ['alarms', 'dashboard', 'dlq', 'failed-events', 'backup', 'teardown'],
      Local: ['clock', 'schedule'],
    });
    expect(text).toContain('--version');
  });

  it('has an example for every command', async () => {
    const root = await help();
    const pending = commandsIn(root).map((name) => [name]);
    let commands = 0;
    for (let path = pending.shift(); path !== undefined; path = pending.shift()) {
      const text = await help(...path);
      const subcommands = subcommandsIn(text);
      pending.push(...subcommands.map((name) => [...(path ?? []), name]));
      if (subcommands.length > 0) continue;
      commands += 1;
      expect(text).toMatch(new RegExp(`\\n {2}\\$ freight .*${path.join(' ')}`));
      expect(text).toContain('--environment <name>');
    }
    expect(commands).toBeGreaterThan(50);
  });
});

describe('errors with --json', () => {
  it.each([
    [['org', '--json'], 2, 'usage_error', 'A subcommand is missing.'],
    [['org', 'show', '--json'], 2, 'usage_error', "missing required argument 'org'"],
    [['key', 'create', '--json'], 2, 'usage_error', 'Name an organization or use --no-org.'],
    [['org', 'show', 'org_none', '--json'], 1, 'command_failed', 'There is no organization org_none.'],
  ])('%j prints one JSON object to standard error', async (args, exitCode, code, message) => {
    const outcome = await commandLineUnderTest().freight(...args);

    expect(outcome).toMatchObject({ exitCode, printed: '' });
    expect(JSON.parse(outcome.complaints)).toEqual({ error: { code, message } });
  });
});
