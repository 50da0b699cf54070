import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { stateContentSchema, type StateContent } from "./content-schema";

const CONTENT_DIR = path.join(import.meta.dirname, "content");

/** The content files present, checked; a broken file stops the seed and says where it is broken. */
export function readContentFiles(dir = CONTENT_DIR): StateContent[] {
  const files = readdirSync(dir, { withFileTypes: true });
  return files
    .filter((file) => file.isFile() && /^[a-z]{2}\.json$/.test(file.name))
    .map((file) => file.name)
    .toSorted()
    .map((name) => parseContent(name, readFileSync(path.join(dir, name), "utf8")));
}

/** Parses one content file; throws an error naming the file and the path inside it. */
export function parseContent(name: string, source: string): StateContent {
  const result = stateContentSchema.safeParse(parseJson(name, source));
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `  ${issue.path.join(".") || "(raiz)"}: ${issue.message}`);
    throw new Error(`supabase/seed/content/${name} não é válido:\n${problems.join("\n")}`);
  }
  const expected = `${result.data.state.abbr.toLowerCase()}.json`;
  if (name !== expected) {
    throw new Error(`supabase/seed/content/${name} não é válido:\n  state.abbr: pertence a ${expected}`);
  }
  return result.data;
}

function parseJson(name: string, source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (cause) {
    throw new Error(`supabase/seed/content/${name} não é JSON: ${(cause as Error).message}`, { cause });
  }
}
