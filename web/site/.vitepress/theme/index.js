import theme from 'vitepress/theme-without-fonts';
import './style.css';
import TryIt from './try-it.vue';

/**
 * Results of the search are links in options of a list box, whose labels differ from their texts: screen readers get a
 * plain list of links instead. The arrow keys and Enter of the search box stay as they are.
 */
function correctSearchRoles() {
  const box = document.querySelector('.VPLocalSearchBox');
  if (box === null) return;
  if (box.getAttribute('role') !== 'dialog') {
    box.setAttribute('role', 'dialog');
    box.setAttribute('aria-label', 'Search');
    for (const name of ['aria-expanded', 'aria-haspopup', 'aria-labelledby', 'aria-owns'])
      box.removeAttribute(name);
  }
  for (const list of box.querySelectorAll('[role="listbox"]')) list.removeAttribute('role');
  for (const result of box.querySelectorAll('[role="option"]')) {
    result.removeAttribute('role');
    result.removeAttribute('aria-selected');
  }
  for (const key of box.querySelectorAll('kbd[aria-label]:not([role])')) key.setAttribute('role', 'img');
  for (const link of box.querySelectorAll('a.result[aria-label]')) link.removeAttribute('aria-label');
}

export default {
  extends: theme,
  enhanceApp({ app }) {
    app.component('TryIt', TryIt);
    if (import.meta.env.SSR) return;
    new MutationObserver(correctSearchRoles).observe(document.documentElement, {
      subtree: true,
      childList: true,
      attributeFilter: ['aria-label', 'role', 'aria-selected'],
    });
  },
};
