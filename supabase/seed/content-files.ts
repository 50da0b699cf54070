import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { stateContentSchema, type StateContent } from "./content-schema";

const CONTENT_DIR = path.join(import.meta.dirname, "content");

/** Reads and validates all content files; throws an error with the file and position of the first invalid value. */
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
  const content = parseFile(`content/${name}`, source, stateContentSchema);
  const expected = `${content.state.abbr.toLowerCase()}.json`;
  if (name !== expected) {
    throw new Error(`supabase/seed/content/${name} não é válido:\n  state.abbr: pertence a ${expected}`);
  }
  return content;
}

/** Parses a seed file with its schema; the error names the file and the position. */
export function parseFile<Schema extends z.ZodType>(name: string, source: string, schema: Schema): z.infer<Schema> {
  const result = schema.safeParse(parseJson(name, source));
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `  ${issue.path.join(".") || "(raiz)"}: ${issue.message}`);
  throw new Error(`supabase/seed/${name} não é válido:\n${problems.join("\n")}`);
}

function parseJson(name: string, source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (cause) {
    throw new Error(`supabase/seed/${name} não é JSON: ${(cause as Error).message}`, { cause });
  }
}
