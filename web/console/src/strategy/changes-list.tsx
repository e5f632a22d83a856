import styles from './changes-list.module.css';
import type { StrategyChange } from './strategy-changes.ts';

/** Differences between two versions: old and new value of each part. */
export const ChangesList = ({ changes }: { readonly changes: readonly StrategyChange[] }) => (
  <dl className={styles.changes}>
    {changes.map(({ key, label, before, after }) => (
      <div key={key} className={styles.change}>
        <dt>{label}</dt>
        <dd>
          <del className={styles.before}>
            <span className="hidden-text">Before: </span>
            <Lines lines={before} />
          </del>
          <ins className={styles.after}>
            <span className="hidden-text">After: </span>
            <Lines lines={after} />
          </ins>
        </dd>
      </div>
    ))}
  </dl>
);

const Lines = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.map((line) => (
    <span key={line} className={styles.line}>
      {line}
    </span>
  ));
