import { expect, test, type Page } from "@playwright/test";
import { table } from "../../../scripts/bench/table";

/** What a person did: clicks or taps, Enter keys that send something, and fields that were typed into or chosen. */
type Actions = { clicks: number; enters: number; fields: number };
type Kind = keyof Actions;
type Noting = Window & { noteAction?: (kind: Kind) => Promise<void> };

/** Runs in the browser: notes what a real device did, and nothing that a script of the page or of a test dispatched. */
function listen(): void {
  const note = (kind: Kind) => void (window as Noting).noteAction?.(kind);
  const isTyped = (target: EventTarget | null) =>
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !["checkbox", "radio"].includes(target.type));
  document.addEventListener("pointerdown", ({ isTrusted }) => isTrusted && note("clicks"), true);
  document.addEventListener(
    "keydown",
    ({ isTrusted, key, target }) =>
      isTrusted && key === "Enter" && !(target instanceof HTMLTextAreaElement) && note("enters"),
    true,
  );
  document.addEventListener("change", ({ target }) => isTyped(target) && note("fields"), true);
}

/** Counts what is done in a page from now on, in every document that it opens. */
async function countedIn(page: Page): Promise<Actions> {
  const done: Actions = { clicks: 0, enters: 0, fields: 0 };
  await page.exposeBinding("noteAction", (_source, kind: Kind) => void (done[kind] += 1));
  await page.addInitScript(listen);
  return done;
}

export type Counter = {
  /** Runs a task and compares its clicks and Enter keys with the most that it may need. */
  task: (name: string, most: number, run: () => Promise<void>) => Promise<void>;
  done: Actions;
  /** The tasks as a table. */
  text: () => string;
};

/** Counts the actions of the tasks that somebody does in a page. */
export async function countActions(page: Page): Promise<Counter> {
  const done = await countedIn(page);
  const rows: string[][] = [];
  return {
    done,
    task: async (name, most, run) => {
      const before = { ...done };
      await test.step(name, run);
      const clicks = done.clicks - before.clicks + done.enters - before.enters;
      rows.push([name, String(clicks), String(done.fields - before.fields)]);
      expect.soft(clicks, `clicks to: ${name}`).toBeLessThanOrEqual(most);
      expect.soft(clicks + done.fields - before.fields, `actions to: ${name}`).toBeGreaterThan(0);
    },
    text: () => table(["task", "clicks", "fields"], rows),
  };
}
