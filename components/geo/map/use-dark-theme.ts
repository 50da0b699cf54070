import { useSyncExternalStore } from "react";

const isDark = () => document.documentElement.classList.contains("dark");

function watchRootClass(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  return () => observer.disconnect();
}

/** True in the dark theme; observes the class of the root element. */
export function useDarkTheme(): boolean {
  return useSyncExternalStore(watchRootClass, isDark, () => true);
}
