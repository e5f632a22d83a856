import type { Template } from '../../support/synthesized-templates.ts';
import { at, type Property, resourcesOf, statementsOf, unless } from './property.ts';

const FUNCTION = 'AWS::Lambda::Function';
const CATALOGUE = 'Custom::TerminalCatalogue';

/** A caller must not see terminals older than this (design); none is used at twice its refresh age. */
const MAX_SECONDS = 60;

const environmentOf = (properties: Record<string, unknown>) =>
  Object(at(properties, 'Environment', 'Variables')) as Record<string, unknown>;

/** Ids of the policies of callers' functions, with what they may do to the terminals table. */
const _rightsOfCallers = (template: Template) =>
  statementsOf(template).filter(
    ([id, { Resource }]) =>
      !id.startsWith('loadterminals') && /tablesterminals/.test(JSON.stringify(Resource)),
  );

export const TERMINAL_PROPERTIES: readonly Property[] = [
  {
    name: "an operator's change is in service within a minute",
    violations: ({ api }) => {
      const readers = resourcesOf(api, FUNCTION).filter(
        ([id, { Properties }]) =>
          'TERMINALS_TABLE' in environmentOf(Properties) && !id.startsWith('loadterminals'),
      );
      if (readers.length < 2) return ['search and rates do not read the table'];
      return readers
        .filter(([, { Properties }]) => {
          const seconds = Number(environmentOf(Properties).TERMINALS_REFRESH_SECONDS);
          return !(seconds > 0 && 2 * seconds <= MAX_SECONDS);
        })
        .map(([id]) => id);
    },
  },
  {
    name: 'the catalogue is loaded again when it changes, and cannot hold a deployment up for long',
    violations: ({ api }) =>
      unless(
        api,
        CATALOGUE,
        ({ Properties }) =>
          /^[0-9a-f]{64}$/.test(String(Properties.catalogue)) && Number(Properties.ServiceTimeout) <= 300,
      ),
  },
];
