import { Argument, type Command, Option } from 'commander';
import { newEventId } from '../../../shared/webhooks/events/event-id.ts';
import { EVENT_NAMES, type EventName } from '../../../shared/webhooks/events/event-names.ts';
import { sampleEvent } from '../../../shared/webhooks/events/sample-event.ts';
import { UsageError } from '../failures/command-errors.ts';
import type { Session } from '../session/session.ts';
import { sendEvent } from './event-actions.ts';
import { readEventObject } from './event-object-file.ts';

interface SendOptions {
  readonly org: string;
  readonly event: EventName;
  readonly live?: true;
  readonly file?: string;
  readonly object?: string;
  readonly id?: string;
}

/** `freight event ...` and `freight trigger`: events by hand, on the road that all take. */
export function addEventCommands(program: Command, session: Session): void {
  program
    .command('event')
    .description('events')
    .command('send')
    .description("send an event to an organization's webhooks, as other products do")
    .requiredOption('--org <id>', 'whose webhooks get it')
    .addOption(new Option('--event <name>', 'what happened').choices(EVENT_NAMES).makeOptionMandatory())
    .option('--live', 'to live webhooks instead of those of test mode')
    .addOption(new Option('--file <path>', 'JSON file with what it happened to').conflicts('object'))
    .option('--object <json>', 'the same, typed here')
    .option('--id <id>', 'its id: the same one twice is one event')
    .action((options: SendOptions) => send(session, options));

  program
    .command('trigger')
    .description('send a sample event to webhooks of test mode')
    .addArgument(new Argument('<event>', 'what happened').choices(EVENT_NAMES))
    .option('--org <id>', 'whose webhooks get it (by default, of the local service: the demo organization)')
    .action((event: EventName, { org }: { org?: string }) => trigger(session, event, org));
}

async function send(session: Session, { org, event, live, file, object, id }: SendOptions): Promise<void> {
  const content = await readEventObject({ file, object });
  await session.workOnEvents((parts) =>
    sendEvent(session, parts, {
      orgId: org,
      id: id ?? newEventId(),
      event,
      created: parts.provisioning.now().toISOString(),
      livemode: live ?? false,
      object: content,
    }),
  );
}

async function trigger(session: Session, event: EventName, org: string | undefined): Promise<void> {
  await session.workOnEvents(async (parts) => {
    const orgId = org ?? (await parts.localApi?.demo())?.orgId;
    if (orgId === undefined) throw new UsageError('Name the organization: --org ID.');
    await sendEvent(session, parts, { orgId, ...sampleEvent(event, parts.provisioning.now()) });
  });
}
