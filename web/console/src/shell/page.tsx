import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import styles from '../styles/parts.module.css';

interface PageProps {
  readonly title: string;
  /** What the page is for, in one sentence. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** The page above. */
  readonly parent?: { readonly path: string; readonly title: string };
  readonly children: ReactNode;
}

/** Whether a page was shown before: the first page does not take the focus from the browser. */
let isFirst = true;

/** A page with its title, which gets the focus after a navigation, so that a screen reader reads it. */
export function Page({ title, lead, actions, parent, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} - Freight console`;
  }, [title]);
  useEffect(() => {
    if (!isFirst) {
      heading.current?.focus();
      window.scrollTo(0, 0);
    }
    isFirst = false;
  }, []);
  return (
    <>
      <header className={styles.pageHeader}>
        <div className={styles.pageTitles}>
          {parent === undefined ? null : (
            <Link className={styles.pageParent} to={parent.path}>
              <span aria-hidden="true">←</span> {parent.title}
            </Link>
          )}
          <h1 className={styles.pageTitle} ref={heading} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h1>
          {lead === undefined ? null : <p className={styles.pageLead}>{lead}</p>}
        </div>
        {actions === undefined ? null : <div className={styles.pageActions}>{actions}</div>}
      </header>
      {children}
    </>
  );
}
