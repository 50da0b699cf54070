/** The stages in the order in which they run, fastest first. */
export const STAGE_NAMES = ["types", "lint", "format", "unit", "database", "build", "browser"] as const;
export type StageName = (typeof STAGE_NAMES)[number];

/** A stage with the paths and options that its tool gets. */
export type StageCall = {
  name: StageName;
  args: readonly string[];
  /** Source files: only tests that import one of them run. */
  related?: readonly string[];
};

export type Command = { calls: StageCall[]; changed: boolean; stress: boolean };

const isStage = (word: string | undefined): word is StageName =>
  (STAGE_NAMES as readonly (string | undefined)[]).includes(word);

function unknownStage(word: string): Error {
  return new Error(
    `unknown stage or option "${word}"; usage: npm test -- [--changed] [stage [path or option …]] …\n` +
      `stages: ${STAGE_NAMES.join(", ")}; paths and options come after their stage`,
  );
}

/** A `browser` without paths and options includes the stage `build`, because both check one build. */
function withBuild(calls: StageCall[]): StageCall[] {
  const isWholeBrowser = calls.some(({ name, args }) => name === "browser" && args.length === 0);
  return isWholeBrowser && !calls.some(({ name }) => name === "build")
    ? [...calls, { name: "build", args: [] }]
    : calls;
}

function inOrder(calls: StageCall[]): StageCall[] {
  return calls.sort((a, b) => STAGE_NAMES.indexOf(a.name) - STAGE_NAMES.indexOf(b.name));
}

/**
 * Reads what follows `npm test --`: stages, each with the paths and options for its tool. Without a stage all of them
 * run. `--only unit` means the same as `unit`.
 */
export function parseCommand(words: readonly string[]): Command {
  const calls: { name: StageName; args: string[] }[] = [];
  const options = { changed: false, stress: false };
  for (const word of words.flatMap((one) => (one.startsWith("--only=") ? one.slice("--only=".length) : one))) {
    const current = calls.at(-1);
    if (isStage(word)) {
      if (calls.some(({ name }) => name === word)) throw new Error(`the stage ${word} is named twice`);
      calls.push({ name: word, args: [] });
    } else if (word === "--stress") options.stress = true;
    else if (current) current.args.push(word);
    else if (word === "--changed") options.changed = true;
    else if (word !== "--only") throw unknownStage(word);
  }
  const chosen = calls.length > 0 ? calls : STAGE_NAMES.map((name) => ({ name, args: [] }));
  return { ...options, calls: inOrder(withBuild(chosen)) };
}
