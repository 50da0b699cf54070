import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { parseFile } from "./content-files";

const EXTRA_DIR = path.join(import.meta.dirname, "content-extra");

/** Reads and validates one file of `content-extra/`; returns null when it does not exist. */
export function readExtra<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  dir = EXTRA_DIR,
): z.infer<Schema> | null {
  const file = path.join(dir, `${name}.json`);
  if (!existsSync(file)) return null;
  return parseFile(`content-extra/${name}.json`, readFileSync(file, "utf8"), schema);
}
