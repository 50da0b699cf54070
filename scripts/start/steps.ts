import { printLine } from "./console";

const REMINDER_MS = 20_000;

/** The time since a moment, such as `8,4 s`. */
export const elapsed = (startedAt: number, now = Date.now()): string =>
  `${((now - startedAt) / 1000).toFixed(1).replace(".", ",")} s`;

/** A step with its name and, when the start waits for it, what follows. */
type Step = { name: string; next?: string; print?: typeof printLine };

/** Runs a step and prints its name, every 20 seconds how long it has run, and its duration when it succeeds. */
export async function runStep<Result>({ name, next, print = printLine }: Step, work: () => Promise<Result>) {
  const startedAt = Date.now();
  print(`· ${name}`);
  const reminder = setInterval(() => print(`· ${name}: há ${elapsed(startedAt)}`), REMINDER_MS).unref();
  try {
    const result = await work();
    print(`· ${name}: ${elapsed(startedAt)}${next ? `; a seguir: ${next}` : ""}`);
    return result;
  } finally {
    clearInterval(reminder);
  }
}
