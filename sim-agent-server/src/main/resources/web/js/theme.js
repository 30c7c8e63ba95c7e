// The page's theme: the system's unless the reader chose one, which is remembered.
// A classic script in the head: a module would run after the first paint.
window.simTheme = (() => {
  const KEY = 'sim.theme';
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const listeners = [];

  function chosen() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // storage may be forbidden; then the system decides
    }
  }

  function current() {
    return chosen() || (dark.matches ? 'dark' : 'light');
  }

  function apply() {
    document.documentElement.dataset.theme = current();
    listeners.forEach((listener) => listener());
  }

  function toggle() {
    const next = current() === 'dark' ? 'light' : 'dark';
    try {
      localStorage.setItem(KEY, next);
    } catch {
      document.documentElement.dataset.theme = next;
      listeners.forEach((listener) => listener());
      return;
    }
    apply();
  }

  dark.addEventListener('change', apply);
  apply();
  return { current: () => document.documentElement.dataset.theme, toggle, onChange: (listener) => listeners.push(listener) };
})();
