import { Command } from 'commander';
import { describe, expect, it, vi } from 'vitest';
import type { ScheduledRun } from '../../../../bin/freight/connection/local-schedules.ts';
import { CommandFailedError } from '../../../../bin/freight/failures/command-errors.ts';
import { addScheduleCommands } from '../../../../bin/freight/local/schedule-commands.ts';
import type { Session } from '../../../../bin/freight/session/session.ts';

async function runSchedule(ended: ScheduledRun) {
  const report = vi.fn();
  const session: Partial<Session> = {
    workOnSchedules: (task) => task({ list: async () => [], run: async () => ended }),
    report,
  };
  const program = new Command().exitOverride();
  addScheduleCommands(program, session as Session);
  await program.parseAsync(['schedule', 'run', 'refresh'], { from: 'user' });
  return report.mock.calls;
}

describe('freight schedule run', () => {
  it('is rejected, with the reason, where the run did nothing', async () => {
    const payload = { outcome: 'skipped', reason: 'no key' };
    const run = runSchedule({ outcome: 'returned', payload });

    await expect(run).rejects.toThrow(new CommandFailedError('refresh did nothing: no key.'));
  });

  it.each([{ outcome: 'unchanged', weeks: [] }, { announced: 0 }, null])(
    'reports a run that found nothing to change: %j',
    async (payload) => {
      expect(await runSchedule({ outcome: 'returned', payload })).toEqual([
        [payload, [expect.stringContaining('refresh succeeded')]],
      ]);
    },
  );
});
