import { expect, it } from "vitest";
import { filesBelow, readSource } from "../support/source-files";

const STYLES = filesBelow("app")
  .filter((file) => file.endsWith(".css"))
  .map(readSource)
  .join("\n");

// Without its keyframes an animation never ends, and a notice that waits for the end stays on the screen.
it("every animation of the style sheets has keyframes", () => {
  const used = [...STYLES.matchAll(/^\s*(?:--animate-[\w-]+|animation):\s*([\w-]+)/gm)].map(([, name]) => name!);
  const declared = [...STYLES.matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name!);
  expect(used.length).toBeGreaterThan(2);
  expect(used.filter((name) => !declared.includes(name))).toEqual([]);
});
