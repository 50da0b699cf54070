import { LAST_STATE_KEY } from "@/lib/platform/device-storage/rules";
import { splitPath } from "@/lib/platform/i18n/routing";
import { stateOfPath } from "@/lib/platform/state-segments";

/** Stores the state of a page; on the page with the states, shows the link to the one that was stored last. */
export function followState(pathname: string): void {
  try {
    const state = stateOfPath(splitPath(pathname).path);
    if (state) localStorage.setItem(LAST_STATE_KEY, state.toLowerCase());
    else showLastState(localStorage.getItem(LAST_STATE_KEY));
  } catch {
    // Storage may be blocked; there is no link to the last state then.
  }
}

function showLastState(state: string | null): void {
  const link = document.querySelector<HTMLAnchorElement>("[data-last-state]");
  const target =
    state && document.querySelector<HTMLAnchorElement>(`[data-state-name] a[href$="/${CSS.escape(state)}/home"]`);
  if (!link || !target) return;
  const name = target.closest<HTMLElement>("[data-state-name]")!.dataset.stateName!;
  link.href = target.href;
  link.querySelector("span")!.textContent = link.dataset.lastState!.replace("{state}", name);
  link.hidden = false;
}
