import type { ReactNode } from 'react';
import styles from '../styles/parts.module.css';

/** Names and values of one thing. */
export const Facts = ({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) => (
      <div key={name} className={styles.factsFact}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

interface AmountsProps {
  readonly rows: readonly {
    readonly name: ReactNode;
    readonly key: string;
    readonly amount: string;
    readonly note?: string;
  }[];
  readonly total?: { readonly name: string; readonly amount: string };
}

/** Amounts with their sum. */
export const Amounts = ({ rows, total }: AmountsProps) => (
  <dl className={styles.factsAmounts}>
    {rows.map(({ key, name, amount, note }) => (
      <div key={key} className={styles.factsAmount}>
        <dt>
          {name}
          {note === undefined ? null : <span className="small">{note}</span>}
        </dt>
        <dd>{amount}</dd>
      </div>
    ))}
    {total === undefined ? null : (
      <div className={styles.factsAmount} data-total="true">
        <dt>{total.name}</dt>
        <dd>{total.amount}</dd>
      </div>
    )}
  </dl>
);
