import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type Command, Option } from 'commander';
import { example } from './arguments.ts';
import { explainedFile } from './files.ts';
import type { Session } from './session.ts';

/** `freight mail ...`: mails of customers to the local service. */
export function addMailCommands(program: Command, session: Session): void {
  program
    .command('mail')
    .description('Send mails to the local service')
    .command('send <file>')
    .description(
      'Give a mail (.eml) to the service as Amazon SES does. Nothing checks its sender here: the result is that of --dmarc',
    )
    .option('--to <address>', 'recipient of the envelope (default: those in the mail)')
    .addOption(
      new Option('--dmarc <result>', 'result that Amazon SES would have found')
        .choices(['pass', 'fail'])
        .default('pass'),
    )
    .addHelpText('after', example('freight mail send ./request.eml --to q-...@mail.localhost'))
    .action((path: string, options: SendOptions) => send(session, path, options));
}

interface SendOptions {
  readonly to?: string;
  readonly dmarc: 'pass' | 'fail';
}

async function send(session: Session, path: string, { to, dmarc }: SendOptions): Promise<void> {
  await session.workOnLocal(async ({ mails }) => {
    const mail = await readFile(path).catch((error: unknown) => {
      throw explainedFile(path, error);
    });
    const key = randomUUID().replaceAll('-', '');
    const stored = Buffer.concat([linesOfSes(mail, key, dmarc, to), mail]);
    // In parts, since the local engine limits the body of one request.
    await (await mails()).writeParts(key, stored.length, Readable.from([stored]));
    session.report({ key, dmarc });
  });
}

/** The lines that Amazon SES writes above a mail. */
function linesOfSes(mail: Buffer, key: string, dmarc: string, to: string | undefined): Buffer {
  const head = mail.subarray(0, 100_000).toString('latin1');
  const [, from = ''] = /^from:.*@([\w.-]+)/im.exec(head) ?? [];
  const [, envelope = ''] = /^return-path:\s*(<[^>]*>)/im.exec(head) ?? [];
  const lines = [
    `Return-Path: ${envelope || `<sender@${from}>`}`,
    `Received: from localhost (localhost [127.0.0.1]) by inbound-smtp.us-east-1.amazonaws.com with SMTP id ${key}${to === undefined ? '' : ` for ${to}`}; ${new Date().toUTCString()}`,
    'X-SES-Spam-Verdict: PASS',
    'X-SES-Virus-Verdict: PASS',
    `Authentication-Results: amazonses.com; spf=none; dkim=none; dmarc=${dmarc} header.from=${from.toLowerCase()};`,
  ];
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'latin1');
}
