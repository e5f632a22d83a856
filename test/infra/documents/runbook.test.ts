import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { queryText, SAVED_QUERIES } from '../../../lib/monitoring/saved-queries.ts';
import type { EnvironmentName } from '../../../lib/settings/environments.ts';
import {
  RUNBOOK_SECTIONS,
  type RunbookSection,
  runbookLink,
} from '../../../lib/settings/runbook-sections.ts';
import * as LOG from '../../../shared/platform/logging/log-messages.ts';
import { alarmsOf, compositeAlarmsOf } from '../../support/cloudwatch/alarms.ts';
import { anchorOf } from '../../support/documents/links.ts';
import { SAMPLE_BACKUPS } from '../../support/sample-backups.ts';
import { synthesizedTemplates, type Templates } from '../../support/synthesized-templates.ts';
import { at, resourcesOf } from '../properties/property.ts';

const DOCS = fileURLToPath(new URL('../../../docs/operators/', import.meta.url));
const PAGES = [
  'runbook.md',
  'runbook-api.md',
  'runbook-webhooks.md',
  'runbook-data.md',
  'saved-queries.md',
] as const;
const read = (page: string) => readFileSync(`${DOCS}${page}`, 'utf8');
const RUNBOOK = PAGES.map(read).join('\n');
const WIKI = 'https://wiki.example/freight/runbook.md';

const headingsOf = (page: string): string[] =>
  [...read(page).matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
/** Links of all sections that alarms and the dashboard may name. */
const LINKS = new Set(
  PAGES.flatMap((page) =>
    headingsOf(page).map((heading) => `https://wiki.example/freight/${page}#${anchorOf(heading)}`),
  ),
);
const LINKED = Object.keys(RUNBOOK_SECTIONS) as RunbookSection[];
/** A section that the dashboard links, and no alarm. */
const USAGE = 'organizations-near-their-usage-limit';

const ENVIRONMENTS: readonly EnvironmentName[] = ['dev', 'staging', 'prod'];
const templates = new Map<EnvironmentName, Templates>();

beforeAll(async () => {
  for (const environment of ENVIRONMENTS) {
    templates.set(
      environment,
      await synthesizedTemplates(environment, {
        runbookUrl: WIKI,
        monthlyBudgetUsd: 50,
        // Not in prod, whose alarms the runbook counts; dev has only pages.
        ...(environment === 'staging' ? { backups: SAMPLE_BACKUPS } : {}),
        customDomain: {
          name: 'api.example.com',
          certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b2c',
        },
      }),
    );
  }
});

const of = (environment: EnvironmentName): Templates => {
  const found = templates.get(environment);
  if (found === undefined) throw new Error(`${environment} was not synthesized`);
  return found;
};
/** Alarms that send messages: windows of pages do not. */
const alarmsIn = (environment: EnvironmentName) =>
  [...alarmsOf(of(environment)), ...compositeAlarmsOf(of(environment))].filter(
    ({ name }) => !/^freight-[a-z]+-window-/.test(name),
  );

describe.each(ENVIRONMENTS)('each alarm of %s', (environment) => {
  it('states what happened, the impact, and an existing section of the runbook', () => {
    const alarms = alarmsIn(environment);
    expect(alarms.length).toBeGreaterThan(environment === 'dev' ? 5 : 50);
    const wrong = alarms.filter(({ description }) => {
      const [, happened, impact, link = ''] =
        /^(\S.+[.]) Impact: (\S.+[.]) Runbook: (\S+)$/.exec(description) ?? [];
      return !(happened && impact && LINKS.has(link));
    });
    expect(wrong.map(({ name, description }) => `${name}: ${description}`)).toEqual([]);
  });

  it('is named for its severity, once, and sends news of both kinds to the topic of that', () => {
    const alarms = alarmsIn(environment);
    expect(new Set(alarms.map(({ name }) => name)).size).toBe(alarms.length);
    const wrong = alarms.filter(({ name, actions, okActions }) => {
      const [, severity] = /^freight-[a-z]+-(page|ticket)-[a-z0-9-]+$/.exec(name) ?? [];
      const topic = new RegExp(`:sns:.*:freight-${environment}-${severity}"`);
      return !(severity && [actions, okActions].every((each) => topic.test(JSON.stringify(each))));
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
    expect(alarms.filter(({ name }) => name.length > 255)).toEqual([]);
  });

  it('sends to a topic that there is, encrypted, under a key that CloudWatch may use', () => {
    const { monitoring } = of(environment);
    const topics = resourcesOf(monitoring, 'AWS::SNS::Topic').map(([, { Properties }]) => Properties);
    expect(topics.map(({ TopicName }) => TopicName).toSorted()).toEqual([
      `freight-${environment}-page`,
      `freight-${environment}-ticket`,
    ]);
    for (const { KmsMasterKeyId } of topics) expect(KmsMasterKeyId).toBeDefined();
    const [key] = resourcesOf(monitoring, 'AWS::KMS::Key');
    const policy = JSON.stringify(at(key?.[1].Properties, 'KeyPolicy'));
    expect(policy).toContain('cloudwatch.amazonaws.com');
    expect(policy).toContain('kms:GenerateDataKey*');
  });
});

describe('the runbook', () => {
  it('has a section for each alarm, and no other sections', () => {
    const named = ENVIRONMENTS.flatMap(alarmsIn).map(({ description }) => description.split('#').at(-1));
    const budget = 'the-budget-is-spent';
    expect(resourcesOf(of('prod').monitoring, 'AWS::Budgets::Budget')).toHaveLength(1);
    expect([...new Set([...named, budget, USAGE])].toSorted()).toEqual(LINKED.toSorted());
    for (const section of LINKED) expect(LINKS).toContain(runbookLink(WIKI, section));
  });

  it('lists each section on its first page', () => {
    for (const section of LINKED)
      expect(read('runbook.md')).toContain(`(${runbookLink('/runbook.md', section).slice(1)})`);
  });

  it('is found by any ending of its URL', () => {
    for (const end of ['', '.md', '.html']) {
      expect(runbookLink(`https://x.example/a/runbook${end}`, 'dead-letters')).toBe(
        `https://x.example/a/runbook-webhooks${end}#dead-letters`,
      );
    }
  });

  it('states meaning, diagnosis and fix in each section', () => {
    const headings = PAGES.flatMap(headingsOf).filter(
      (heading) => anchorOf(heading) in RUNBOOK_SECTIONS && anchorOf(heading) !== USAGE,
    );
    expect(headings).toHaveLength(LINKED.length - 1);
    for (const heading of headings) {
      const [, page = ''] = RUNBOOK.split(`\n## ${heading}\n`);
      const [own = ''] = page.split('\n## ');
      for (const part of ['**What it means.**', '**See.**', '**Fix.**']) {
        expect([heading, own.includes(part) ? part : 'missing']).toEqual([heading, part]);
      }
    }
  });

  it('prints the saved queries as they are saved', () => {
    const printed = read('saved-queries.md');
    for (const query of Object.values(SAVED_QUERIES)) {
      expect(printed).toContain(`## ${query.name}\n`);
      expect(printed).toContain(`\`\`\`\n${queryText(query)}\n\`\`\``);
    }
    expect(headingsOf('saved-queries.md').toSorted()).toEqual(
      Object.values(SAVED_QUERIES)
        .map(({ name }) => name)
        .toSorted(),
    );
    const saved = resourcesOf(of('prod').monitoring, 'AWS::Logs::QueryDefinition').map(
      ([, { Properties }]) => [Properties.Name, Properties.QueryString],
    );
    expect(saved.toSorted()).toEqual(
      Object.values(SAVED_QUERIES)
        .map((query) => [`freight/prod/${query.name}`, queryText(query)])
        .toSorted(),
    );
  });

  it('and its queries name codes that are logged', () => {
    const known = new Set(Object.values(LOG).map(({ code }) => code as string));
    const queries = Object.values(SAVED_QUERIES).map(queryText).join('\n');
    const inQueries = [...queries.matchAll(/"([A-Z]+(?:_[A-Z]+)+)"/g)].map(([, code = '']) => code);
    const inText = [...RUNBOOK.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, code = '']) => code);
    // What the gateway itself writes into its log.
    const ofGateway = ['INVALID_API_KEY', 'AUTHORIZER_FAILURE', 'THROTTLED'];
    const unknown = [...inQueries, ...inText].filter((code) => !known.has(code) && !ofGateway.includes(code));
    expect(unknown).toEqual([]);
  });

  it('is linked from the dashboard, each row at a page that there is', () => {
    for (const environment of ENVIRONMENTS) {
      const [dashboard] = resourcesOf(of(environment).monitoring, 'AWS::CloudWatch::Dashboard');
      const body = JSON.stringify(dashboard?.[1].Properties);
      const links = [...body.matchAll(/https:\/\/wiki\.example\/[\w./-]+#[a-z0-9-]+/g)].map(([link]) => link);
      expect(links.length).toBeGreaterThan(4);
      expect(links.filter((link) => !LINKS.has(link))).toEqual([]);
    }
  });
});

describe('the page of alarm names', () => {
  /** Names without environment, with the section that their text links, as a table. */
  const rows = () => {
    const sections = new Map<string, string>();
    for (const environment of ENVIRONMENTS) {
      for (const { name, description } of alarmsIn(environment)) {
        const [, page = '', anchor = ''] = /freight\/(runbook-\w+\.md)#([\w-]+)/.exec(description) ?? [];
        const heading = headingsOf(page).find((one) => anchorOf(one) === anchor) ?? '';
        const place = name
          .replace(/^freight-[a-z]+-/, '')
          .replace(/new-versions\d+(-\d+)+$/, 'new-versions...');
        sections.set(place, `[${heading}](${page}#${anchor})`);
      }
    }
    return [...sections]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, link]) => `| \`${name}\` | ${link} |`);
  };

  it('has every alarm that sends messages, with the section that its text links', () => {
    const table = read('alarm-names.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(table).toEqual(rows());
  });
});
