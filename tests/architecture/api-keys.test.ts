import { describe, expect, it } from "vitest";
import { API_KEY_NAMES, API_KEYS } from "@/lib/api-keys/schema";
import { productCode, readSource } from "../support/source-files";

/** Product code without the key list itself, the health page, which reports whether keys are set, and the environment schema. */
const sources = productCode()
  .filter((file) => !/^lib\/(?:api-keys\/|health\/|platform\/env)/.test(file))
  .map((file) => [file, readSource(file)] as const);

describe("API keys listed by /admin/api-keys", () => {
  it.each(API_KEY_NAMES.map((name) => [name, API_KEYS[name]] as const))("%s: %s is read by the code", (_, variable) => {
    expect(
      sources.filter(([, text]) => new RegExp(String.raw`\b${variable}\b`).test(text)).map(([file]) => file),
    ).not.toEqual([]);
  });

  it("include every key of an external service that the code reads", () => {
    const used = new Set(
      sources.flatMap(([, text]) =>
        [...text.matchAll(/\b((?:[A-Z]+_)*(?:API_KEY|SECRET_KEY|WEBHOOK_SECRET|PRIVATE_KEY)|SMTP_URL)\b/g)].map(
          ([name]) => name,
        ),
      ),
    );
    // The portal's own backend is not an external service.
    used.delete("SUPABASE_SECRET_KEY");
    expect([...used].filter((name) => !(Object.values(API_KEYS) as string[]).includes(name))).toEqual([]);
  });
});
