import { describe, expect, it } from "vitest";
import { API_KEY_NAMES, API_KEYS } from "@/lib/api-keys/schema";
import { productCode, readSource } from "../support/source-files";

/** Product code beside the list of keys itself, the health page that says whether they are set, and the schema of the environment. */
const sources = productCode()
  .filter((file) => !/^lib\/(?:api-keys\/|health\/|platform\/env)/.test(file))
  .map((file) => [file, readSource(file)] as const);

describe("the keys that /admin/api-keys lists", () => {
  it.each(API_KEY_NAMES.map((name) => [name, API_KEYS[name]] as const))("%s: %s is read by the code", (_, variable) => {
    expect(sources.filter(([, text]) => new RegExp(String.raw`\b${variable}\b`).test(text)).map(([file]) => file)).not.toEqual([]);
  });

  it("are all the keys of outside services that the code reads", () => {
    const used = new Set(sources.flatMap(([, text]) => [...text.matchAll(/\b((?:[A-Z]+_)*(?:API_KEY|SECRET_KEY|WEBHOOK_SECRET|PRIVATE_KEY)|SMTP_URL)\b/g)].map(([name]) => name)));
    // The portal's own backend is no outside service.
    used.delete("SUPABASE_SECRET_KEY");
    expect([...used].filter((name) => !(Object.values(API_KEYS) as string[]).includes(name))).toEqual([]);
  });
});
