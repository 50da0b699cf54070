import { describe, expect, it } from "vitest";
import { API_KEY_NAMES, API_KEYS } from "@/lib/panel/api-keys/schema";
import { productCode, readSource } from "../support/source-files";

/** Product code without the key list itself, the health page, which reports whether keys are set, and the environment schema. */
const sources = productCode()
  .filter((file) => !/^lib\/(?:panel\/(?:api-keys|health)\/|platform\/env)/.test(file))
  .map((file) => [file, readSource(file)] as const);

/** Removes a key that supabase-js sends as a bearer. */
const COMPARED = "lib/platform/supabase/visitor-fetch.ts";

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

describe("keys and tokens of the backend", () => {
  const wrong: [string, RegExp, string][] = [
    ["an API key as a bearer", /Bearer \$\{env\.(?:NEXT_PUBLIC_)?SUPABASE/, "Bearer ${env.SUPABASE_SECRET_KEY}"],
    ["a token that is verified with a shared secret", /HS256|jwtVerify|JWT_SECRET/, 'verify(token, secret, "HS256")'],
    ["a key that is read as a token", /SUPABASE_(?:SECRET|PUBLISHABLE)_KEY\.split/, 'SUPABASE_SECRET_KEY.split(".")'],
  ];

  it.each(wrong)("%s is nowhere in the product", (_, pattern, example) => {
    expect(example).toMatch(pattern);
    const users = sources.filter(([file, text]) => pattern.test(text) && file !== COMPARED);
    expect(users.map(([file]) => file)).toEqual([]);
  });
});
