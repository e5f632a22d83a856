import styles from './text-block.module.css';

/** A text of others, as it is: markup is not rendered, and its direction does not change the page. */
export const TextBlock = ({ label, text }: { readonly label: string; readonly text: string }) => (
  // A person with a keyboard scrolls the focused region.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus
  <section className={styles.block} aria-label={label} tabIndex={0}>
    <pre className={styles.text} dir="auto">
      {text}
    </pre>
  </section>
);
