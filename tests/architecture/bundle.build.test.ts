import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/source-files";

/** Names and patterns of secrets; none may appear in browser code. */
const NAMES = [
  "SUPABASE_SECRET",
  "service_role",
  "sb_secret_",
  "JWT_SECRET",
  "DATABASE_URL",
  "GOOGLE_CLIENT_SECRET",
  "WEB_PUSH_PRIVATE",
  "postgres://",
];

function filesIn(folder: string, endings: RegExp): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => endings.test(name))
    .map((name) => path.join(folder, name));
}

/** The secret values of this build: generated keys and demo passwords. */
function secretValues(): string[] {
  const folder = path.dirname(process.env.TEST_DEMO_ACCOUNTS ?? path.join(ROOT, "supabase/.temp/demo-accounts.json"));
  const read = (name: string) =>
    existsSync(path.join(folder, name)) ? readFileSync(path.join(folder, name), "utf8") : "";
  const keys = read("keys.env").matchAll(/^(?!SUPABASE_PUBLISHABLE_KEY)\w+=(\S+)$/gm);
  const passwords = read("demo-accounts.json").matchAll(/"password": "([^"]+)"/g);
  return [...keys, ...passwords].map(([, value = ""]) => value);
}

const bundle = filesIn(".next/static", /\.(?:m?js|css|json|txt)$/);
const pages = filesIn(".next/server/app", /\.(?:html|rsc|body)$/);

function filesWith(files: readonly string[], words: readonly string[]): string[] {
  return files.filter((file) => {
    const text = readFileSync(path.join(ROOT, file), "utf8");
    return words.some((word) => text.includes(word));
  });
}

describe("production build", () => {
  it("exists, and there are secrets to search for", () => {
    expect(bundle.length).toBeGreaterThan(10);
    expect(pages.length).toBeGreaterThan(20);
    expect(secretValues().length).toBeGreaterThan(2);
  });

  it("sends no names or patterns of secrets to browsers", () => {
    expect(filesWith(bundle, NAMES)).toEqual([]);
  });

  it("sends no secret values of this build to browsers, in scripts or prerendered pages", () => {
    expect(filesWith([...bundle, ...pages], secretValues())).toEqual([]);
  });

  it("sends no source code to browsers", () => {
    expect(filesIn(".next/static", /\.map$/)).toEqual([]);
  });
});
