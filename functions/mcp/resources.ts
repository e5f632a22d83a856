import { tariffDocument } from './tariff-resource.ts';

/** A document that agents can read. It has no data of organizations, so any key may read it. */
export interface Resource {
  readonly name: string;
  readonly uri: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  readonly read: () => string;
}

export const resourcesOf = (readGlossary: () => string): readonly Resource[] => [
  {
    name: 'tariff',
    uri: 'freight://tariff',
    title: 'Tariff',
    description:
      'All accessorials with amounts in USD, frequency, equipment and source, and the figures of the cost model.',
    mimeType: 'application/json',
    read: () => JSON.stringify(tariffDocument()),
  },
  {
    name: 'glossary',
    uri: 'freight://glossary',
    title: 'Glossary',
    description: 'Terms of freight and of this service.',
    mimeType: 'text/markdown',
    read: readGlossary,
  },
];
