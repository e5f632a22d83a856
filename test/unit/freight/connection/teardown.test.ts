import { describe, expect, it } from 'vitest';
import { type DeployedEnvironment, tearDown } from '../../../../bin/freight/connection/teardown.ts';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';
import { createInMemoryDeployment } from '../../../support/in-memory-deployment.ts';
import { Crash } from '../../../support/provisioning-under-test.ts';

const HOW = { withData: true, notify: () => {}, progress: () => {} };

function deployed() {
  const deployment = createInMemoryDeployment();
  deployment.deploy();
  return deployment;
}

/** The same, on a machine that dies at the `nth` change. */
function environmentThatCrashes(
  port: DeployedEnvironment,
  nth: number,
  when: 'before' | 'after',
): DeployedEnvironment {
  let calls = 0;
  const around =
    <Args extends unknown[]>(change: (...args: Args) => Promise<void>) =>
    async (...args: Args) => {
      calls += 1;
      if (calls === nth && when === 'before') throw new Crash();
      await change(...args);
      if (calls === nth) throw new Crash();
    };
  return {
    ...port,
    deleteKey: around(port.deleteKey),
    deletePlan: around(port.deletePlan),
    destroyStacks: around(port.destroyStacks),
    deleteTable: around(port.deleteTable),
  };
}

describe('the end of a deployment', () => {
  it('takes keys, then plans, then stacks, and tables last', async () => {
    const { port, steps } = deployed();

    await expect(tearDown(port, HOW)).resolves.toMatchObject({ keys: 2, plans: 1 });

    expect(steps).toEqual([
      ...['key-1', 'key-2', 'plan-3', 'stacks'],
      ...['freight-dev-data-quotes', 'freight-dev-data-usage'],
    ]);
  });

  it('keeps tables unless withData is set', async () => {
    const { port, tables } = deployed();

    await expect(tearDown(port, { ...HOW, withData: false })).resolves.toMatchObject({
      tables: ['freight-dev-data-quotes', 'freight-dev-data-usage'],
    });
    expect(tables.size).toBe(2);
  });

  it.each(['before', 'after'] as const)(
    'goes on after a crash at any change, %s its effect',
    async (when) => {
      let cutOff = 0;
      for (let nth = 1; ; nth++) {
        const { port, made, tables, parameters } = deployed();
        const first = await tearDown(environmentThatCrashes(port, nth, when), HOW).catch(
          (error: unknown) => error,
        );
        if (!(first instanceof Crash)) break;
        cutOff += 1;

        await tearDown(port, HOW);
        expect([made.size, tables.size, parameters.size]).toEqual([0, 0, 0]);
      }
      expect(cutOff).toBe(6);
    },
  );

  it('is one by two at the same time', async () => {
    const { port, made, tables, parameters } = deployed();

    await Promise.all([tearDown(port, HOW), tearDown(port, HOW)]);

    expect([made.size, tables.size, parameters.size]).toEqual([0, 0, 0]);
  });

  it('takes what was made while it went on', async () => {
    const { port, add, made } = deployed();
    const destroyStacks = async () => {
      await port.destroyStacks();
      add('key', 'org_late');
    };

    await expect(tearDown({ ...port, destroyStacks }, HOW)).resolves.toMatchObject({ keys: 3 });
    expect(made.size).toBe(0);
  });
});

describe('freight teardown', () => {
  const line = () => {
    const test = commandLineUnderTest();
    test.deployment.deploy();
    return test;
  };

  it.each([
    ['prod', ['--environment', 'prod', '--confirm', 'prod'], 1, 'prod cannot be deleted by a command'],
    ['the local service', [], 2, 'To remove the local service, stop it and delete .local.'],
    ['the local service by its name', ['--environment', 'local'], 2, 'local is not a deployment'],
    ['an environment that is none', ['--environment', 'nowhere'], 2, 'Unknown environment "nowhere"'],
    ['without a confirmation', ['--environment', 'dev'], 2, '--confirm dev to continue'],
    ['with another name', ['--environment', 'dev', '--confirm', 'staging'], 1, 'Nothing was deleted'],
  ])('rejects %s, and deletes nothing', async (_case, args, exitCode, words) => {
    const { freight, deployment } = line();

    const outcome = await freight('teardown', ...args);

    expect(outcome.exitCode).toBe(exitCode);
    expect(outcome.complaints).toContain(words);
    expect(deployment.steps).toEqual([]);
  });

  it('does not so much as look at prod', async () => {
    const { freight, reach } = line();

    await freight('--environment', 'prod', 'teardown', '--dry-run');

    expect(reach).not.toHaveBeenCalled();
  });

  it('prints in a dry run what would be deleted and kept, and how long the deletion takes', async () => {
    const { freight, deployment } = line();

    const { printed } = await freight('--environment', 'dev', 'teardown', '--dry-run');

    expect(printed).toContain('2 gateway keys and 1 usage plans of organizations (about 21 seconds)');
    expect(printed).toContain('no tables: 2 are kept');
    expect(deployment.steps).toEqual([]);
  });

  it('deletes the confirmed environment and prints the tables that it kept', async () => {
    const { freight, deployment } = line();

    const { exitCode, printed } = await freight('--environment', 'dev', 'teardown', '--confirm', 'dev');

    expect(exitCode).toBe(0);
    expect(printed).toContain('Deleted dev: its stacks, 2 gateway keys and 1 usage plans.');
    expect(printed).toContain('Kept: 2 tables (freight-dev-data-quotes, freight-dev-data-usage).');
    expect([deployment.made.size, deployment.parameters.size]).toEqual([0, 0]);
  });

  it('deletes nothing when run again, except the tables with --with-data', async () => {
    const { freight, json, deployment } = line();
    await freight('--environment', 'dev', 'teardown', '--confirm', 'dev');

    await expect(json('--environment', 'dev', 'teardown')).resolves.toMatchObject({ outcome: 'gone' });
    await freight('--environment', 'dev', 'teardown', '--with-data', '--confirm', 'dev');
    expect(deployment.tables.size).toBe(0);
  });

  it('fails if resources remain, and asks to run the command again', async () => {
    const { freight, deployment } = line();
    deployment.port.destroyStacks = async () => {};

    const { exitCode, complaints } = await freight('--environment', 'dev', 'teardown', '--confirm', 'dev');

    expect(exitCode).toBe(1);
    expect(complaints).toContain('dev is not completely deleted. Remaining: 2 parameters');
  });
});
