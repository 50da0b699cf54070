import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { GROUPS, type Group } from "../tests/support/layers";
import { NOUNS } from "../tests/support/nouns";

const ROOT = path.resolve(import.meta.dirname, "..");

export const MAP_FILE = "docs/map.md";

/** Where a noun may be, as a path of `group/noun`; `components/ui` and `components/form` belong to `platform`. */
const PLACES: Record<string, (group: Group, noun: string) => readonly string[]> = {
  lib: (group, noun) => [`lib/${group}/${noun}`],
  components: (group, noun) => [
    `components/${group}/${noun}`,
    ...(group === "platform" && ["form", "ui"].includes(noun) ? [`components/${noun}`] : []),
  ],
  messages: (group, noun) => [`messages/pt-BR/${group}/${noun}.json`],
  schemas: (group, noun) => [`supabase/schemas/${group}/${noun}.sql`, `supabase/schemas/${group}/${noun}`],
};

function layersOf(group: Group, noun: string): string[] {
  return Object.entries(PLACES)
    .filter(([, pathsOf]) => pathsOf(group, noun).some((file) => existsSync(path.join(ROOT, file))))
    .map(([layer]) => layer);
}

/** The text of docs/map.md. */
export function renderMap(): string {
  const groups = GROUPS.map((group) => {
    const nouns = Object.entries(NOUNS[group]).map(
      ([noun, text]) => `- \`${noun}\`: ${text} (${layersOf(group, noun).join(", ")})`,
    );
    return `## ${group}\n\n${nouns.join("\n")}\n`;
  });
  return `# Map

Written by \`npm run docs:map\` from \`tests/support/nouns.ts\`; do not edit.

\`lib\`, \`components\`, \`messages/<locale>\`, \`supabase/schemas\`, \`tests/database\` and \`tests/e2e\` have the same groups. A noun is a folder or file with its name in its group: \`lib/guide/regions\`, \`components/guide/regions\`, \`messages/pt-BR/guide/regions.json\`, \`supabase/schemas/guide/regions.sql\`. The words in brackets are the layers where it exists. \`components/ui\` and \`components/form\` belong to \`platform\`; what is needed everywhere is directly in \`lib/platform\`.

The groups, lowest first:

\`\`\`
${GROUPS.join(" < ")}
\`\`\`

A file of \`lib\` or \`components\` imports only from its own group and the groups below it. \`app\` composes all of them, and nothing imports \`app\`. \`components\` take from \`lib\` only types, \`schema\`, \`rules\`, \`actions\` and the modules that \`tests/support/layers.ts\` lists. Nouns of a group use each other one way only.

${groups.join("\n")}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  writeFileSync(path.join(ROOT, MAP_FILE), renderMap());
